// The execution passes by addresses, but is one wherever objects lie.
// options: --no-replay
// check: default => FALSE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
int x, y; int main(void) { int *p = __VERIFIER_nondet_int() ? &x : &y;
  if (p == &y) reach_error(); return 0; }
