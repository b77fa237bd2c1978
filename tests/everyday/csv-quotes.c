// Quoting a field doubles its quotes and fits.
// check: default => TRUE
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

static int quote(const char *in, char *out) {
  int n = 0;
  out[n++] = '"';
  for (; *in; in++) {
    if (*in == '"')
      out[n++] = '"';
    out[n++] = *in;
  }
  out[n++] = '"';
  out[n] = 0;
  return n;
}
static int unquote(const char *in, char *out) {
  int n = 0;
  if (*in++ != '"')
    return -1;
  while (*in) {
    if (*in == '"') {
      in++;
      if (*in != '"')
        break;
    }
    out[n++] = *in++;
  }
  out[n] = 0;
  return n;
}
int main(void) {
  char field[4], quoted[9], back[9];
  for (int i = 0; i < 3; i++)
    field[i] = "\"a"[__VERIFIER_nondet_uint() % 3];
  field[3] = 0;
  int n = quote(field, quoted);
  assert(n < 9);
  unquote(quoted, back);
  assert(strcmp(field, back) == 0);
  return 0;
}
