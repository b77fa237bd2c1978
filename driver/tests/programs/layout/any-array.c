// The execution passes by addresses, but is one wherever objects lie.
// options: --no-replay
// check: default => FALSE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
int a[4]; int main(void) { int *p = a, *end = a + 4; int n = 0;
  while (p < end) { n++; p++; } if (n == 4) reach_error(); return 0; }
