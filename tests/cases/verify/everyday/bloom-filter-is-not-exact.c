// A filter may say yes to what nobody put into it.
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  uint8_t bits[4] = {0};
  uint8_t keys[3];
  for (int i = 0; i < 3; i++) {
    keys[i] = __VERIFIER_nondet_uchar();
    bits[keys[i] >> 6] |= (uint8_t)(1u << (keys[i] & 7));
  }
  uint8_t other = __VERIFIER_nondet_uchar();
  if (bits[other >> 6] & 1u << (other & 7))
    assert(other == keys[0] || other == keys[1] || other == keys[2]);
  return 0;
}
