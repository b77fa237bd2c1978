extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
int main(void) { int *p = malloc(4); *p = 1; free(p);
  if (__VERIFIER_nondet_int() == 123456789) { *p = 1; reach_error(); } return 0; }
