// Text is encrypted and decrypted.
// check: default => TRUE
#include <assert.h>
#include <ctype.h>
char __VERIFIER_nondet_char(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static char shift(char c, int by) {
  if (c < 'a' || c > 'z')
    return c;
  return (char)('a' + (c - 'a' + by + 26) % 26);
}
int main(void) {
  char text[4];
  int key = __VERIFIER_nondet_int();
  __VERIFIER_assume(key >= 0 && key < 26);
  for (int i = 0; i < 4; i++) {
    text[i] = __VERIFIER_nondet_char();
    char secret = shift(text[i], key);
    assert(shift(secret, -key) == text[i]);
    assert((secret >= 'a' && secret <= 'z') == (text[i] >= 'a' && text[i] <= 'z'));
  }
  return 0;
}
