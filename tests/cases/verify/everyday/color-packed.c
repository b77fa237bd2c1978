// Colours of 5, 6 and 5 bits are packed and unpacked.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

struct color {
  uint8_t r, g, b;
};
static uint16_t pack(struct color c) {
  return (uint16_t)((c.r >> 3) << 11 | (c.g >> 2) << 5 | c.b >> 3);
}
static struct color unpack(uint16_t p) {
  struct color c = {(uint8_t)(p >> 11 << 3), (uint8_t)((p >> 5 & 63) << 2), (uint8_t)((p & 31) << 3)};
  return c;
}
int main(void) {
  struct color c = {__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()};
  struct color d = unpack(pack(c));
  assert(c.r - d.r >= 0 && c.r - d.r < 8);
  assert(c.g - d.g >= 0 && c.g - d.g < 4);
  assert(c.b - d.b >= 0 && c.b - d.b < 8);
  return 0;
}
