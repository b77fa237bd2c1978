// Two decimal numbers of two digits, packed into bytes, are added.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static uint8_t to_packed(unsigned n) { return (uint8_t)(n / 10 << 4 | n % 10); }
static unsigned from_packed(uint16_t p) { return (p >> 8) * 100u + (p >> 4 & 15) * 10u + (p & 15u); }
static uint16_t add(uint8_t a, uint8_t b) {
  uint16_t sum = (uint16_t)(a + b);
  if ((a & 15) + (b & 15) > 9)
    sum += 6;
  if (sum > 0x9F)
    sum += 0x60;
  return sum;
}
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  __VERIFIER_assume(a < 100 && b < 100);
  assert(from_packed(add(to_packed(a), to_packed(b))) == a + b);
  return 0;
}
