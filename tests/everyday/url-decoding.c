// Decoding never makes a text longer, and changes nothing without a percent sign.
// check: default => TRUE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

static int hex(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}
static void decode(const char *in, char *out) {
  while (*in) {
    if (in[0] == '%' && hex(in[1]) >= 0 && hex(in[2]) >= 0) {
      *out++ = (char)(hex(in[1]) << 4 | hex(in[2]));
      in += 3;
    } else
      *out++ = *in++;
  }
  *out = 0;
}
int main(void) {
  char in[5], out[5];
  for (int i = 0; i < 4; i++)
    in[i] = __VERIFIER_nondet_char();
  in[4] = 0;
  decode(in, out);
  assert(strlen(out) <= strlen(in));
  if (!strchr(in, '%'))
    assert(strcmp(in, out) == 0);
  return 0;
}
