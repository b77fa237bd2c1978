// The end of the string takes part in reversing it.
// check: default => FALSE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

static void reverse(char *s) {
  char *end = s + strlen(s);
  for (; s < end; s++, end--) {
    char t = *s;
    *s = *end;
    *end = t;
  }
}
int main(void) {
  char s[5];
  for (int i = 0; i < 4; i++)
    s[i] = __VERIFIER_nondet_char();
  s[4] = 0;
  size_t before = strlen(s);
  reverse(s);
  assert(strlen(s) == before);
  return 0;
}
