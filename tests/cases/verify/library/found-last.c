// strrchr finds the last place of a character.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);
int main(void) {
  char s[6] = "hello";
  char c = __VERIFIER_nondet_char();
  char *r = strrchr(s, c);
  assert(c != 'l' || r == s + 3);
  if (r == s + 4) {
  SHOWN:;
  }
  return 0;
}
