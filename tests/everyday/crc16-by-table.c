// CRC-16 with a table of nibbles agrees with the one bit by bit.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

static uint16_t table[16];
static uint16_t bits(uint16_t crc, int n) {
  while (n-- > 0)
    crc = (uint16_t)((crc & 0x8000) ? crc << 1 ^ 0x1021 : crc << 1);
  return crc;
}
static uint16_t by_bits(uint16_t crc, uint8_t byte) {
  return bits((uint16_t)(crc ^ byte << 8), 8);
}
static uint16_t by_table(uint16_t crc, uint8_t byte) {
  crc = (uint16_t)(table[crc >> 12 ^ byte >> 4] ^ crc << 4);
  return (uint16_t)(table[crc >> 12 ^ (byte & 15)] ^ crc << 4);
}
int main(void) {
  for (int i = 0; i < 16; i++)
    table[i] = bits((uint16_t)(i << 12), 4);
  uint16_t a = 0xFFFF, b = 0xFFFF;
  for (int i = 0; i < 2; i++) {
    uint8_t byte = __VERIFIER_nondet_uchar();
    a = by_bits(a, byte);
    b = by_table(b, byte);
  }
  assert(a == b);
  return 0;
}
