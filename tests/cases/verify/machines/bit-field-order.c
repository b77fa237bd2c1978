// Bit-fields begin with the most significant bit where numbers begin with that byte.
// options: -m32 --endian big
// check: default => TRUE
// options: -m32 --endian little
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
union register_ {
  struct { uint32_t mode : 4, count : 12, rest : 16; } part;
  uint32_t word;
};
int main(void) {
  union register_ r;
  r.word = 0x12345678;
  assert(r.part.mode == 1 && r.part.count == 0x234 && r.part.rest == 0x5678);
  r.part.count = 0xabc;
  assert(r.word == 0x1abc5678);
  return 0;
}
