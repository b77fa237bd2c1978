// The same copy where numbers begin with the least significant byte.
// options: -m16
// check: default => FALSE
// options: --endian little
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
#include <string.h>
int main(void) {
  uint16_t z;
  memcpy(&z, "AB", 2);
  assert(z == 0x4142);
  return 0;
}
