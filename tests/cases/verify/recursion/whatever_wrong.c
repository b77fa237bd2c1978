// Deeper calls change a global variable: a proof that forgets this would be wrong.
// options: --recursion 3
// check: default => UNKNOWN
// options:
// check: default => FALSE
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned calls;
static unsigned limited(unsigned n) {
  calls++;
  if (n == 0) return 0;
  return limited(n - 1) > 3;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assert(limited(n) <= 1);
  assert(calls != 12);
  return 0;
}
