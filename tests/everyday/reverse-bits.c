// Reversing the bits of a byte, by a loop and by masks.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

static uint8_t by_loop(uint8_t x) {
  uint8_t r = 0;
  for (int i = 0; i < 8; i++) {
    r = (uint8_t)(r << 1 | (x & 1));
    x >>= 1;
  }
  return r;
}
static uint8_t by_masks(uint8_t x) {
  x = (uint8_t)((x & 0xF0) >> 4 | (x & 0x0F) << 4);
  x = (uint8_t)((x & 0xCC) >> 2 | (x & 0x33) << 2);
  return (uint8_t)((x & 0xAA) >> 1 | (x & 0x55) << 1);
}
int main(void) {
  uint8_t x = __VERIFIER_nondet_uchar();
  assert(by_loop(x) == by_masks(x));
  return 0;
}
