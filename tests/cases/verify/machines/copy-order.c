// Bytes that are copied, cast and initialised, on a machine whose numbers begin with the most
// significant one.
// options: --endian big
// check: default => TRUE
// options: -m16 --endian big
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
#include <string.h>
uint32_t __VERIFIER_nondet_u32(void);
static const uint16_t table[2] = { 0x4142, 0x4344 };
int main(void) {
  uint32_t x = __VERIFIER_nondet_u32(), y;
  uint8_t bytes[4];
  uint16_t z;
  memcpy(bytes, &x, 4);
  y = (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
  assert(x == y);
  assert(*(uint8_t *)&x == x >> 24);
  memcpy(&z, "AB", 2);
  assert(z == 0x4142);
  assert(memcmp(table, "ABCD", 4) == 0);
#if __BYTE_ORDER__ != __ORDER_BIG_ENDIAN__
#error the order of bytes
#endif
  return 0;
}
