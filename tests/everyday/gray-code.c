// Neighbours differ in one bit, and the code can be undone.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

static uint8_t encode(uint8_t n) {
  return n ^ n >> 1;
}
static uint8_t decode(uint8_t g) {
  for (int shift = 4; shift; shift >>= 1)
    g ^= g >> shift;
  return g;
}
int main(void) {
  uint8_t n = __VERIFIER_nondet_uchar();
  uint8_t change = encode(n) ^ encode((uint8_t)(n + 1));
  assert(change && (change & (change - 1)) == 0);
  assert(decode(encode(n)) == n);
  return 0;
}
