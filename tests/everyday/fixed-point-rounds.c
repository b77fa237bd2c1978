// Multiplying by one half and back loses a bit.
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
short __VERIFIER_nondet_short(void);
void __VERIFIER_assume(int);

typedef int16_t fixed; /* 8.8 */
static fixed multiply(fixed a, fixed b) {
  return (fixed)((int32_t)a * b / 256);
}
int main(void) {
  fixed x = __VERIFIER_nondet_short();
  __VERIFIER_assume(x > -8192 && x < 8192);
  fixed half = multiply(x, 128);
  assert(multiply(half, 512) == x);
  return 0;
}
