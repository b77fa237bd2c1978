// The factorial of 13 does not fit into 32 bits.
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static uint32_t factorial(unsigned n) {
  uint32_t product = 1;
  for (unsigned i = 2; i <= n; i++)
    product *= i;
  return product;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 1 && n <= 15);
  assert(factorial(n) / n == factorial(n - 1));
  return 0;
}
