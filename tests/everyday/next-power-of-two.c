// The smearing of bits stops at sixteen, as for shorter words.
// check: default => FALSE
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static unsigned next(unsigned x) {
  x--;
  for (int shift = 1; shift < 16; shift *= 2)
    x |= x >> shift;
  return x + 1;
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x > 0 && x <= 1u << 31);
  unsigned p = next(x);
  assert((p & (p - 1)) == 0 && p >= x);
  return 0;
}
