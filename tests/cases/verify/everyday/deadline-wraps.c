// A clock that wraps around, and deadlines on both sides of that.
// check: default => TRUE
#include <stdint.h>
#include <assert.h>
uint32_t __VERIFIER_nondet_uint(void);
static int expired(uint32_t now, uint32_t deadline) { return (int32_t)(now - deadline) >= 0; }
int main(void) {
  uint32_t start = __VERIFIER_nondet_uint(), wait = __VERIFIER_nondet_uint() >> 2;
  assert(!expired(start, start + wait + 1));
  assert(expired(start + wait, start + wait));
  return 0;
}
