// The carry of the lower digit is found after the addition.
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static uint8_t to_packed(unsigned n) { return (uint8_t)(n / 10 << 4 | n % 10); }
static uint8_t add(uint8_t a, uint8_t b) {
  unsigned sum = (unsigned)a + b;
  if ((sum & 15) > 9)
    sum += 6;
  return (uint8_t)sum;
}
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  __VERIFIER_assume(a + b < 100 && a < 100);
  assert(add(to_packed(a), to_packed(b)) == to_packed(a + b));
  return 0;
}
