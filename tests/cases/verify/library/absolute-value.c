// abs gives the number or its negation.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  if (c < -1000) return 0;
  int u = abs(c);
  assert(u >= 0 && (u == c || u == -c));
  if (u == 7 && c < 0) {
  SHOWN:;
  }
  return 0;
}
