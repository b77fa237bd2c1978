// Code points of the basic plane are encoded and decoded.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static int encode(uint32_t c, uint8_t *out) {
  if (c < 0x80) {
    out[0] = (uint8_t)c;
    return 1;
  }
  if (c < 0x800) {
    out[0] = (uint8_t)(0xC0 | c >> 6);
    out[1] = (uint8_t)(0x80 | (c & 0x3F));
    return 2;
  }
  out[0] = (uint8_t)(0xE0 | c >> 12);
  out[1] = (uint8_t)(0x80 | (c >> 6 & 0x3F));
  out[2] = (uint8_t)(0x80 | (c & 0x3F));
  return 3;
}
static int decode(const uint8_t *in, uint32_t *c) {
  int more = in[0] < 0x80 ? 0 : in[0] < 0xE0 ? 1 : 2;
  *c = more == 0 ? in[0] : in[0] & (0x3Fu >> more);
  for (int i = 1; i <= more; i++)
    *c = *c << 6 | (in[i] & 0x3F);
  return more + 1;
}
int main(void) {
  uint8_t bytes[3];
  uint32_t c = __VERIFIER_nondet_uint(), d;
  __VERIFIER_assume(c < 0x10000);
  int n = encode(c, bytes);
  assert(decode(bytes, &d) == n);
  assert(d == c);
  return 0;
}
