// A byte is extended with its sign before it is shifted.
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
unsigned short __VERIFIER_nondet_ushort(void);

static uint16_t read16(const char *p) {
  return (uint16_t)(p[0] | (unsigned char)p[1] << 8);
}
int main(void) {
  uint16_t word = __VERIFIER_nondet_ushort();
  char bytes[2] = {(char)(word & 0xFF), (char)(word >> 8)};
  assert(read16(bytes) == word);
  return 0;
}
