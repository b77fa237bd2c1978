// A palindrome reads the same from every position.
// check: default => TRUE
#include <assert.h>
#include <stdbool.h>
char __VERIFIER_nondet_char(void);
int __VERIFIER_nondet_int(void);

static bool palindrome(const char *s, int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--)
    if (s[i] != s[j])
      return false;
  return true;
}
int main(void) {
  char s[5];
  for (int i = 0; i < 5; i++)
    s[i] = __VERIFIER_nondet_char();
  if (palindrome(s, 5)) {
    int k = __VERIFIER_nondet_int();
    if (k >= 0 && k < 5)
      assert(s[k] == s[4 - k]);
  }
  return 0;
}
