// The smallest number has no opposite.
// options: --check overflow
// check: default => FALSE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x < 0 ? -x : x;
  assert(y >= 0);
  return 0;
}
