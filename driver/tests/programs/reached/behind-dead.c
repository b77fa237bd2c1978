// An assertion that is plainly true is reached.
// check: default => TRUE
// lacks: reached
// lacks: no assertion
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
int main(void) { if (0) assert(0); assert(1); return 0; }
