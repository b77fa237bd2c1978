// Recursion that nothing bounds: what deeper calls return does not matter.
// check: default => TRUE
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned limited(unsigned n) {
  if (n == 0) return 0;
  unsigned result = limited(n - 1) + 1;
  return result > 3 ? 3 : result;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assert(limited(n) != 5);
  return 0;
}
