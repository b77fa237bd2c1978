// As deep as an input says, with a mistake on the last level only.
// check: default => FALSE
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100) return 0;
  assert(sum(n) != 5050);
  return 0;
}
