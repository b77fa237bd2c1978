// Small numbers come to one, and stay below a bound.
// check: default => TRUE
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n >= 1 && n <= 12);
  unsigned steps = 0;
  while (n != 1) {
    n = n % 2 ? 3 * n + 1 : n / 2;
    assert(n <= 52);
    steps++;
  }
  assert(steps <= 19);
  return 0;
}
