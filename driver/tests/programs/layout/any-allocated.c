// The execution passes by addresses, but is one wherever objects lie.
// options: --no-replay
// check: default => FALSE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
int main(void) { int *p = malloc(8), *q = malloc(8); *p = 1; *q = 2;
  if (*p == 1 && p != q) reach_error(); return 0; }
