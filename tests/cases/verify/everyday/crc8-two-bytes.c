// A message of two bytes with its CRC-8 has the checksum zero.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

static uint8_t crc8(const uint8_t *data, int n) {
  uint8_t crc = 0;
  for (int i = 0; i < n; i++) {
    crc ^= data[i];
    for (int bit = 0; bit < 8; bit++)
      crc = (crc & 0x80) ? (uint8_t)((crc << 1) ^ 0x07) : (uint8_t)(crc << 1);
  }
  return crc;
}
int main(void) {
  uint8_t message[3];
  message[0] = __VERIFIER_nondet_uchar();
  message[1] = __VERIFIER_nondet_uchar();
  message[2] = crc8(message, 2);
  assert(crc8(message, 3) == 0);
  return 0;
}
