// Recursion and a loop give the same numbers.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int slow(int n) {
  return n < 2 ? n : slow(n - 1) + slow(n - 2);
}
static int fast(int n) {
  int a = 0, b = 1;
  while (n-- > 0) {
    int c = a + b;
    a = b;
    b = c;
  }
  return a;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && n <= 6)
    assert(slow(n) == fast(n));
  return 0;
}
