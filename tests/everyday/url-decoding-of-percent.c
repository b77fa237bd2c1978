// What was decoded is decoded again.
// check: default => FALSE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

static int hex(char c) { return c >= '0' && c <= '9' ? c - '0' : -1; }
static void decode(char *s) {
  for (char *p = s; *p; p++)
    while (p[0] == '%' && hex(p[1]) > 0 && hex(p[2]) >= 0) {
      *p = (char)(hex(p[1]) << 4 | hex(p[2]));
      memmove(p + 1, p + 3, strlen(p + 3) + 1);
    }
}
int main(void) {
  char s[6] = "%25";
  s[3] = __VERIFIER_nondet_char();
  s[4] = __VERIFIER_nondet_char();
  s[5] = 0;
  decode(s);
  assert(s[0] == '%');
  return 0;
}
