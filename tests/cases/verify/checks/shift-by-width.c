// A mask of 32 bits shifts by 32.
// options: --check shift
// check: default => FALSE
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static uint32_t mask(unsigned bits) { return ((uint32_t)1 << bits) - 1; }

int main(void) {
  unsigned bits = __VERIFIER_nondet_uint();
  __VERIFIER_assume(bits <= 32);
  return mask(bits) == 0;
}
