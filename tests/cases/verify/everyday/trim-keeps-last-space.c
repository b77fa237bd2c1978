// Trimming stops one character too early.
// check: default => FALSE
#include <assert.h>
#include <string.h>
_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);

static void trim(char *s) {
  size_t n = strlen(s);
  while (n > 1 && s[n - 1] == ' ')
    s[--n] = 0;
}
int main(void) {
  char s[5];
  for (int i = 0; i < 4; i++)
    s[i] = __VERIFIER_nondet_bool() ? ' ' : 'x';
  s[__VERIFIER_nondet_uchar() % 5] = 0;
  s[4] = 0;
  trim(s);
  size_t n = strlen(s);
  assert(n == 0 || s[n - 1] != ' ');
  return 0;
}
