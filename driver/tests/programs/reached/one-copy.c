// An assertion is reached if one copy of its function is.
// options: -DFIRST=f(x);
// check: default => TRUE
// lacks: reached
// options: -DFIRST=
// check: default => TRUE
// says: no assertion and no condition of an error is ever reached
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
static void f(int x) {
  assert(x < 5 || x > 4); }
int main(void) { int x = __VERIFIER_nondet_int(); FIRST
  if (x > 5) { if (x < 3) f(x + 1); } return 0; }
