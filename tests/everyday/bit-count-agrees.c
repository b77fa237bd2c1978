// Two ways to count the bits of a byte agree.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

static const uint8_t table[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

static int by_table(uint8_t b) { return table[b >> 4] + table[b & 15]; }
static int in_parallel(uint8_t b) {
  b = (uint8_t)(b - ((b >> 1) & 0x55));
  b = (uint8_t)((b & 0x33) + ((b >> 2) & 0x33));
  return (b + (b >> 4)) & 0x0f;
}
int main(void) {
  uint8_t b = __VERIFIER_nondet_uchar();
  assert(by_table(b) == in_parallel(b));
  return 0;
}
