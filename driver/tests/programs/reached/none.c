// A program without assertions has none.
// check: default => TRUE
// says: the program has no assertion and calls no error function
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
int main(void) { return 0; }
