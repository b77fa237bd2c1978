// The compiled program is seen to end without a pointer to what it has not freed.
// options: --check memory
// check: default => FALSE
// says: replayed
// says: FALSE(valid-memtrack)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(4);
  if (__VERIFIER_nondet_int() != 77) free(p);
  return 0;
}
