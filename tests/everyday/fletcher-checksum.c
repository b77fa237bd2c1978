// Fletcher's checksum notices that two neighbours were exchanged.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

static uint16_t fletcher(const uint8_t *p, int n) {
  unsigned a = 0, b = 0;
  for (int i = 0; i < n; i++) {
    a = (a + p[i]) % 255;
    b = (b + a) % 255;
  }
  return (uint16_t)(b << 8 | a);
}
int main(void) {
  uint8_t p[3];
  for (int i = 0; i < 3; i++) {
    p[i] = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(p[i] < 255);
  }
  __VERIFIER_assume(p[0] != p[1]);
  uint16_t before = fletcher(p, 3);
  uint8_t t = p[0];
  p[0] = p[1];
  p[1] = t;
  assert(fletcher(p, 3) != before);
  return 0;
}
