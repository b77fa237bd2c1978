// The function of the library is not to blame, but who calls it.
// check: default => UNKNOWN
// says: makes an invalid access at library.c:10 with input 123456789
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
extern void *memset(void *, int, unsigned long);
int main(void) { char *p = 0; if (__VERIFIER_nondet_int() == 123456789) {
    memset(p, 1, 8);
    reach_error(); } return 0; }
