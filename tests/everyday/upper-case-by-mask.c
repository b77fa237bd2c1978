// Clearing a bit makes letters upper case, and changes other characters.
// check: default => FALSE
#include <assert.h>
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);

static void upper(char *s) {
  for (; *s; s++)
    if (*s >= 'A')
      *s &= ~0x20;
}
int main(void) {
  char s[4], before[4];
  for (int i = 0; i < 3; i++) {
    s[i] = __VERIFIER_nondet_char();
    __VERIFIER_assume(s[i] >= ' ' && s[i] <= '~');
    before[i] = s[i];
  }
  s[3] = 0;
  upper(s);
  for (int i = 0; i < 3; i++)
    assert(s[i] == before[i] || (before[i] >= 'a' && before[i] <= 'z'));
  return 0;
}
