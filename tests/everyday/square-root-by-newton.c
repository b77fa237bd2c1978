// Newton's method stops while it still jumps between two values.
// check: default => FALSE
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static unsigned root(unsigned x) {
  if (x < 2)
    return x;
  unsigned r = x / 2;
  for (int i = 0; i < 3; i++)
    r = (r + x / r) / 2;
  return r;
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x < 200);
  unsigned r = root(x);
  assert(r * r <= x && (r + 1) * (r + 1) > x);
  return 0;
}
