// The integer square root, bit by bit.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
unsigned short __VERIFIER_nondet_ushort(void);

static uint8_t root(uint16_t x) {
  uint8_t r = 0;
  for (int bit = 7; bit >= 0; bit--) {
    uint8_t candidate = (uint8_t)(r | 1u << bit);
    if ((uint32_t)candidate * candidate <= x)
      r = candidate;
  }
  return r;
}
int main(void) {
  uint16_t x = __VERIFIER_nondet_ushort();
  uint32_t r = root(x);
  assert(r * r <= x && (r + 1) * (r + 1) > x);
  return 0;
}
