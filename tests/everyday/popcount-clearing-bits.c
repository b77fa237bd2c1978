// Counting by clearing the lowest bit agrees with a table of nibbles.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
unsigned short __VERIFIER_nondet_ushort(void);

static const uint8_t table[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
static int count(uint16_t x) {
  int n = 0;
  while (x) {
    x = (uint16_t)(x & (x - 1));
    n++;
  }
  return n;
}
int main(void) {
  uint16_t x = __VERIFIER_nondet_ushort();
  int n = table[x & 15] + table[x >> 4 & 15] + table[x >> 8 & 15] + table[x >> 12];
  assert(count(x) == n);
  return 0;
}
