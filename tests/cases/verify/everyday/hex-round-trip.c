// Two bytes are written as hexadecimal digits and read again.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

static void encode(const uint8_t *in, int n, char *out) {
  static const char digits[] = "0123456789abcdef";
  for (int i = 0; i < n; i++) {
    *out++ = digits[in[i] >> 4];
    *out++ = digits[in[i] & 15];
  }
  *out = 0;
}
static int digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  return -1;
}
int main(void) {
  uint8_t in[2] = {__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()}, out[2];
  char text[5];
  encode(in, 2, text);
  for (int i = 0; i < 2; i++)
    out[i] = (uint8_t)(digit(text[2 * i]) << 4 | digit(text[2 * i + 1]));
  assert(out[0] == in[0] && out[1] == in[1]);
  return 0;
}
