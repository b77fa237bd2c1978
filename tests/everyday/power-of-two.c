// Zero has no bit that is set, and is no power of two.
// check: default => FALSE
#include <assert.h>
#include <stdbool.h>
unsigned int __VERIFIER_nondet_uint(void);

static bool is_power(unsigned x) {
  return (x & (x - 1)) == 0;
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), powers = 0;
  for (int i = 0; i < 32; i++)
    powers += x == 1u << i;
  assert(is_power(x) == (powers == 1));
  return 0;
}
