// An assertion of a function that nobody calls is one.
// check: default => TRUE
// lacks: the program has no assertion and calls no error function
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
void f(int x) { assert(x); } int main(void) { return 0; }
