// The result of Euclid's algorithm divides both numbers.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

static uint8_t gcd(uint8_t a, uint8_t b) {
  while (b) {
    uint8_t r = a % b;
    a = b;
    b = r;
  }
  return a;
}
int main(void) {
  uint8_t a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(a > 0 && b > 0 && a <= 30 && b <= 30);
  uint8_t d = gcd(a, b);
  assert(d > 0 && a % d == 0 && b % d == 0);
  uint8_t e = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(e > 0 && a % e == 0 && b % e == 0);
  assert(e <= d);
  return 0;
}
