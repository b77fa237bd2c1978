// realloc keeps what was there.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(2 * sizeof *p);
  p[0] = 3;
  p[1] = __VERIFIER_nondet_int();
  p = realloc(p, 4 * sizeof *p);
  p[2] = 1;
  assert(p[0] == 3 && p[2] == 1);
  if (p[1] == 99) {
  SHOWN:;
  }
  return 0;
}
