// Folding a word gives the parity of its bits.
// check: default => TRUE
#include <assert.h>
unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_ushort(), folded = x, parity = 0;
  for (int shift = 8; shift; shift /= 2)
    folded ^= folded >> shift;
  for (int i = 0; i < 16; i++)
    parity ^= x >> i & 1;
  assert((folded & 1) == parity);
  return 0;
}
