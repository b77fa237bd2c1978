// A temperature of twelve bits is read without its sign.
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

struct frame { uint8_t high, low; };

static struct frame pack(int t) {
  struct frame f = {(uint8_t)((t >> 4) & 0xff), (uint8_t)((t & 0x0f) << 4)};
  return f;
}
static int unpack(struct frame f) { return (f.high << 4) | (f.low >> 4); }

int main(void) {
  int t = __VERIFIER_nondet_int();
  __VERIFIER_assume(t >= -2048 && t <= 2047);
  assert(unpack(pack(t)) == t);
  return 0;
}
