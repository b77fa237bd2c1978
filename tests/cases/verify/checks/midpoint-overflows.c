// The middle of two numbers overflows.
// options: --check overflow
// check: default => FALSE
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int middle(int low, int high) { return (low + high) / 2; }

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= low && low <= high);
  int m = middle(low, high);
  assert(low <= m && m <= high);
  return 0;
}
