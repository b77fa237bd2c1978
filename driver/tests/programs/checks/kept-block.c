// The compiled program is seen to end before all is freed.
// options: --check leak
// check: default => FALSE
// says: replayed
// says: FALSE(valid-memcleanup)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int *kept;
int main(void) {
  kept = malloc(4);
  if (__VERIFIER_nondet_int() != 77) {
    free(kept);
    kept = 0;
  }
  return 0;
}
