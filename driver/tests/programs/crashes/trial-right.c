// The same program without the mistake.
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
int main(void) { int *p = 0, x = __VERIFIER_nondet_int(), y = 0;
  if (x == 0)
  p = &y;
  if (y) reach_error();
  return 0; }
