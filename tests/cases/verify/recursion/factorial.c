// Recursion that is bounded by an input: some levels are inlined, and control never gets to deeper calls.
// check: default => TRUE
// options: --check overflow
// check: default => TRUE
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 6) return 0;
  assert(factorial(5) == 120);
  assert(factorial(n) <= 720);
  return 0;
}
