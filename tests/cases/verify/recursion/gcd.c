// Euclid's algorithm, called once more for each division.
// check: default => TRUE
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned gcd(unsigned a, unsigned b) { return b == 0 ? a : gcd(b, a % b); }
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a < 1 || a > 6 || b < 1 || b > 6) return 0;
  unsigned g = gcd(a, b);
  assert(a % g == 0 && b % g == 0);
  return 0;
}
