// strtol gives the number and where it ends.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <stdlib.h>
char __VERIFIER_nondet_char(void);
int main(void) {
  char s[4];
  s[0] = __VERIFIER_nondet_char();
  s[1] = __VERIFIER_nondet_char();
  s[2] = 0;
  if (!(s[0] >= '0' && s[0] <= '9')) return 0;
  char *e;
  long v = strtol(s, &e, 10);
  assert(v >= 0 && v <= 99 && (e == s + 1 || e == s + 2));
  if (v == 73) {
  SHOWN:;
  }
  return 0;
}
