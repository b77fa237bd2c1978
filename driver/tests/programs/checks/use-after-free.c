// The compiled program is seen to use memory that is freed.
// options: --check memory
// check: default => FALSE
// says: replayed
// says: FALSE(valid-deref)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  int n = __VERIFIER_nondet_int();
  free(p);
  return n == 77 ? *p : 0;
}
