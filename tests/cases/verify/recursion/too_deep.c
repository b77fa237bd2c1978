// Where calls stay, nothing is known of them: what holds may fail there.
// options: --recursion 5
// check: default => UNKNOWN
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 5) return 0;
  assert(f(n) <= 5);
  return 0;
}
