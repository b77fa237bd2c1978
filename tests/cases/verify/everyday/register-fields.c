// Fields of a register, as bit-fields over a byte.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
uint8_t __VERIFIER_nondet_uchar(void);
typedef union { struct { uint8_t mode:2, enable:1, irq:1, speed:4; } f; uint8_t raw; } ctrl_t;
int main(void) {
  ctrl_t c; c.raw = __VERIFIER_nondet_uchar();
  ctrl_t old = c;
  c.f.enable = 1; c.f.speed = (old.f.speed + 1) & 15;
  assert(c.f.mode == old.f.mode && c.f.irq == old.f.irq);
  assert((c.raw & 4) != 0);
  assert((c.raw >> 4) == (((old.raw >> 4) + 1) & 15));
  return 0;
}
