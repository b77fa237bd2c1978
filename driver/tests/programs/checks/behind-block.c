// The compiled program is seen to write behind a block.
// options: --check memory
// check: default => FALSE
// says: replayed
// says: FALSE(valid-deref)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(5);
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && n <= 5) p[n] = 1;
  free(p);
  return 0;
}
