// Assertions that are never reached are named each.
// check: default => TRUE
// says:   the assertion at each.c:13 is never reached$
// says:   the condition of the error at each.c:15 is never reached$
// lacks: each.c:16 is never
// lacks: whatever
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
int main(void) { int x = __VERIFIER_nondet_int();
  if (x > 5) { if (x < 3)
    assert(x == 7); }
  if (x == 9 && x == 10) {
    if (x) reach_error(); }
  assert(x <= 5 || x > 4);
  return 0; }
