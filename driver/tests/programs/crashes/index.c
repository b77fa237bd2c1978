// A write far outside of an array: the replay crashes and says where.
// options: -m64
// check: default => UNKNOWN
// says: FALSE was found, if every access through a pointer or an index stays in its object (index.c:18); but that is wrong: the program makes an invalid access at index.c:18 with input
// says: 123456789
// lacks: bug of Belnap
// options: -m32
// check: default => UNKNOWN
// says: FALSE was found, if every access through a pointer or an index stays in its object (index.c:18); but that is wrong: the program makes an invalid access at index.c:18 with input
// says: 123456789
// lacks: bug of Belnap
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
int main(void) { static int a[4]; int i = __VERIFIER_nondet_int(); int x = __VERIFIER_nondet_int();
  if (x == 123456789) {
    if (i < 100000000) return 0; a[i] = 1;
    reach_error(); }
  return 0; }
