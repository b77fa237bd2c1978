// Which byte of a number comes first.
// options: -m32 --endian big
// check: default => TRUE
// options: -m16 --compiler-flag=-mbig-endian
// check: default => TRUE
// options: -m32
// check: default => FALSE
// options: --endian little
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
union word { uint32_t w; uint16_t h[2]; uint8_t b[4]; };
int main(void) {
  union word u;
  u.w = 0x11223344;
  assert(u.b[0] == 0x11 && u.b[3] == 0x44 && u.h[0] == 0x1122);
  u.b[1] = 0;
  assert(u.w == 0x11003344);
  return 0;
}
