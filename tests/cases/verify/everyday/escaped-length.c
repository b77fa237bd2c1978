// Quotes are escaped, but backslashes are not counted.
// check: default => FALSE
#include <assert.h>
char __VERIFIER_nondet_char(void);

static int needed(const char *s) {
  int n = 2;
  for (; *s; s++)
    n += *s == '"' ? 2 : 1;
  return n;
}
static int quote(const char *s, char *out) {
  char *p = out;
  *p++ = '"';
  for (; *s; s++) {
    if (*s == '"' || *s == '\\')
      *p++ = '\\';
    *p++ = *s;
  }
  *p++ = '"';
  return (int)(p - out);
}
int main(void) {
  char s[4], out[16];
  for (int i = 0; i < 3; i++)
    s[i] = __VERIFIER_nondet_char();
  s[3] = 0;
  assert(quote(s, out) == needed(s));
  return 0;
}
