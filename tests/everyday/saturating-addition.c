// Addition that stays at the limits.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
short __VERIFIER_nondet_short(void);

static int16_t add(int16_t a, int16_t b) {
  int32_t sum = (int32_t)a + b;
  if (sum > INT16_MAX)
    return INT16_MAX;
  if (sum < INT16_MIN)
    return INT16_MIN;
  return (int16_t)sum;
}
int main(void) {
  int16_t a = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_short();
  int16_t s = add(a, b);
  assert(s == add(b, a));
  if (b >= 0)
    assert(s >= a);
  else
    assert(s <= a);
  return 0;
}
