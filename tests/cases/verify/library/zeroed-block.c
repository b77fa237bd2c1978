// calloc gives zeros.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = calloc(4, sizeof *p);
  if (!p) return 0;
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 3) return 0;
  p[k] = 5;
  assert(p[0]+p[1]+p[2]+p[3] == 5);
  if (p[2] == 5) {
  SHOWN:;
  }
  return 0;
}
