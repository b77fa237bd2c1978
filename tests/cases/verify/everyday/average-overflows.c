// The middle of two numbers, computed by their sum.
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

static uint8_t middle(uint8_t a, uint8_t b) {
  uint8_t sum = (uint8_t)(a + b);
  return sum / 2;
}
int main(void) {
  uint8_t a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(a <= b);
  uint8_t m = middle(a, b);
  assert(a <= m && m <= b);
  return 0;
}
