// A write through a pointer that nobody set: the replay crashes and says where.
// options: -m64
// check: default => UNKNOWN
// says: FALSE was found, if every access through a pointer or an index stays in its object (wild.c:18); but that is wrong: the program makes an invalid access at wild.c:18 with input
// says: 123456789
// lacks: bug of Belnap
// options: -m32
// check: default => UNKNOWN
// says: FALSE was found, if every access through a pointer or an index stays in its object (wild.c:18); but that is wrong: the program makes an invalid access at wild.c:18 with input
// says: 123456789
// lacks: bug of Belnap
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
int main(void) { int *p; int x = __VERIFIER_nondet_int();
  if (x == 123456789) {
    *p = 1;
    reach_error(); }
  return 0; }
