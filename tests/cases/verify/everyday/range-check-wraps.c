// A check of a range adds, and wraps around.
// check: default => FALSE
#include <assert.h>
#include <stddef.h>
unsigned __VERIFIER_nondet_uint(void);
static int in_range(unsigned at, unsigned len, unsigned size) { return at + len <= size; }
int main(void) {
  unsigned at = __VERIFIER_nondet_uint(), len = __VERIFIER_nondet_uint();
  if (in_range(at, len, 16)) assert(at <= 16);
  return 0;
}
