// The decoder of variable-length numbers keeps only three groups.
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);

static int encode(uint32_t value, uint8_t *out) {
  int n = 0;
  while (value >= 0x80) {
    out[n++] = (uint8_t)(value | 0x80);
    value >>= 7;
  }
  out[n++] = (uint8_t)value;
  return n;
}
static uint32_t decode(const uint8_t *in) {
  uint32_t value = 0;
  for (int shift = 0; shift < 21; shift += 7) {
    value |= (uint32_t)(*in & 0x7f) << shift;
    if (!(*in++ & 0x80))
      break;
  }
  return value;
}
int main(void) {
  uint8_t bytes[5];
  uint32_t value = __VERIFIER_nondet_uint();
  encode(value, bytes);
  assert(decode(bytes) == value);
  return 0;
}
