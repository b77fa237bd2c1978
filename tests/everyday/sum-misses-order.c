// A sum of bytes does not notice that two were exchanged.
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

static uint8_t checksum(const uint8_t *p, int n) {
  uint8_t sum = 0;
  while (n--)
    sum = (uint8_t)(sum + *p++);
  return (uint8_t)~sum;
}
int main(void) {
  uint8_t a[3], b[3];
  int different = 0;
  for (int i = 0; i < 3; i++) {
    a[i] = __VERIFIER_nondet_uchar();
    b[i] = __VERIFIER_nondet_uchar();
    different |= a[i] != b[i];
  }
  if (different)
    assert(checksum(a, 3) != checksum(b, 3));
  return 0;
}
