// Other properties are refuted by a layout, too, and hold only if they do in all.
// check: EF at(L) => UNKNOWN
// says: which no run of the compiled program shows
// check: EF at(M) => UNKNOWN
// says: which no run of the compiled program shows
// check: AF at(L) => UNKNOWN
// says: which no run of the compiled program shows
// check: AF at(M) => UNKNOWN
// says: which no run of the compiled program shows
// check: AF halted => UNKNOWN
// says: which no run of the compiled program shows
// check: EG !halted => UNKNOWN
// says: which no run of the compiled program shows
// check: EF {x == 7} => TRUE
// check: AG {x != 7} => FALSE
// check: AF (at(L) | at(M)) => TRUE
// check: AG !at(M) => FALSE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
int a, b, x; int main(void) { int *p = &a, *q = &b; x = __VERIFIER_nondet_int();
  if (p > q) { L: x = 1; } else { M: x = 2; }
  while (p > q) x = 3;
  return 0; }
