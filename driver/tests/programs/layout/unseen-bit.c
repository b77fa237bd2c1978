// A layout that nobody asked to see is not believed.
// options: --no-replay
// check: default => UNKNOWN
// says: FALSE, if objects may lie anywhere
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
int a; int main(void) { int k = (int)((unsigned long)&a >> 4 & 1); if (k) reach_error(); }
