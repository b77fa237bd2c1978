// Numbers of variable length are read as they were written.
// options: --check bounds,shift
// check: default => TRUE
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
  for (int shift = 0; shift < 35; shift += 7) {
    value |= (uint32_t)(*in & 0x7f) << shift;
    if (!(*in++ & 0x80))
      break;
  }
  return value;
}
int main(void) {
  uint8_t bytes[5];
  uint32_t value = __VERIFIER_nondet_uint();
  int n = encode(value, bytes);
  assert(n >= 1 && n <= 5);
  assert(decode(bytes) == value);
  return 0;
}
