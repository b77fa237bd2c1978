// Three bytes become four characters and three bytes again.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static void encode(const uint8_t *in, char *out) {
  uint32_t bits = (uint32_t)in[0] << 16 | (uint32_t)in[1] << 8 | in[2];
  for (int i = 3; i >= 0; i--) {
    out[i] = alphabet[bits & 63];
    bits >>= 6;
  }
}
static int digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}
int main(void) {
  uint8_t in[3] = {__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()};
  char text[4];
  uint32_t bits = 0;
  encode(in, text);
  for (int i = 0; i < 4; i++) {
    assert(digit(text[i]) >= 0);
    bits = bits << 6 | (uint32_t)digit(text[i]);
  }
  assert(bits == ((uint32_t)in[0] << 16 | (uint32_t)in[1] << 8 | in[2]));
  return 0;
}
