// A proof that assumes what a run does not keep says nothing.
// check: default => UNKNOWN
// says: but that is wrong: the program makes an invalid access at trial.c:11 with input 0
// lacks: bug of Belnap
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
int main(void) { int *p = 0, x = __VERIFIER_nondet_int(), y = 0;
  if (x == 0)
  *p = 1;
  if (y) reach_error();
  return 0; }
