// The bytes of a word in the other order, through memory.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
#include <string.h>
unsigned int __VERIFIER_nondet_uint(void);

static uint32_t swap(uint32_t x) {
  return x << 24 | (x & 0xFF00) << 8 | (x >> 8 & 0xFF00) | x >> 24;
}
int main(void) {
  uint32_t x = __VERIFIER_nondet_uint(), y;
  unsigned char a[4], b[4];
  memcpy(a, &x, 4);
  for (int i = 0; i < 4; i++)
    b[i] = a[3 - i];
  memcpy(&y, b, 4);
  assert(y == swap(x));
  return 0;
}
