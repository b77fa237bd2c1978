// Fast powers agree with repeated multiplication.
// check: default => TRUE
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static unsigned power(unsigned base, unsigned exponent) {
  unsigned result = 1;
  while (exponent) {
    if (exponent & 1)
      result *= base;
    base *= base;
    exponent >>= 1;
  }
  return result;
}
int main(void) {
  unsigned exponent = __VERIFIER_nondet_uint();
  __VERIFIER_assume(exponent <= 9);
  unsigned expected = 1;
  for (unsigned i = 0; i < exponent; i++)
    expected *= 7;
  assert(power(7, exponent) == expected);
  return 0;
}
