// The number of leading zeros of zero is one too few.
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
unsigned short __VERIFIER_nondet_ushort(void);

static int leading_zeros(uint16_t x) {
  int n = 0;
  if (!(x & 0xFF00)) { n += 8; x = (uint16_t)(x << 8); }
  if (!(x & 0xF000)) { n += 4; x = (uint16_t)(x << 4); }
  if (!(x & 0xC000)) { n += 2; x = (uint16_t)(x << 2); }
  if (!(x & 0x8000)) n += 1;
  return n;
}
int main(void) {
  uint16_t x = __VERIFIER_nondet_ushort();
  int expected = 0;
  for (int bit = 15; bit >= 0 && !(x >> bit & 1); bit--)
    expected++;
  assert(leading_zeros(x) == expected);
  return 0;
}
