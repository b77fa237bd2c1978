// Rotating left and right by the same number.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
unsigned int __VERIFIER_nondet_uint(void);

static uint32_t left(uint32_t x, unsigned n) {
  n &= 31;
  return n ? x << n | x >> (32 - n) : x;
}
static uint32_t right(uint32_t x, unsigned n) {
  return left(x, 32 - (n & 31));
}
int main(void) {
  uint32_t x = __VERIFIER_nondet_uint();
  unsigned n = __VERIFIER_nondet_uint();
  assert(right(left(x, n), n) == x);
  return 0;
}
