// atoi reads a sign and the digits behind it.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <stdlib.h>
char __VERIFIER_nondet_char(void);
int main(void) {
  char s[5] = "-x5";
  s[1] = __VERIFIER_nondet_char();
  int v = atoi(s);
  assert(v <= 0 && v >= -95);
  if (v == -45) {
  SHOWN:;
  }
  return 0;
}
