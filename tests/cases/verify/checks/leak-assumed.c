// What cannot happen does not end the program, and what is allocated later is not lost by an abort.
// options: --check leak
// check: default => TRUE
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0)
    abort();
  int *p = malloc(sizeof *p);
  __VERIFIER_assume(n > 3);
  *p = n;
  free(p);
  return 0;
}
