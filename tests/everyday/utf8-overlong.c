// A decoder accepts a slash that is written with two bytes.
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

static int decode(const uint8_t *s) {
  if (s[0] < 0x80)
    return s[0];
  if ((s[0] & 0xE0) == 0xC0 && (s[1] & 0xC0) == 0x80)
    return (s[0] & 0x1F) << 6 | (s[1] & 0x3F);
  return -1;
}
int main(void) {
  uint8_t s[2] = {__VERIFIER_nondet_uchar(), __VERIFIER_nondet_uchar()};
  if (s[0] != '/' && s[1] != '/')
    assert(decode(s) != '/');
  return 0;
}
