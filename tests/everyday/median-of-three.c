// One order of three numbers was forgotten.
// check: default => FALSE
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int median(int a, int b, int c) {
  if (a <= b && b <= c)
    return b;
  if (c <= b && b <= a)
    return b;
  if (b <= a && a <= c)
    return a;
  return c;
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  int m = median(a, b, c);
  int below = (a <= m) + (b <= m) + (c <= m), above = (a >= m) + (b >= m) + (c >= m);
  assert(below >= 2 && above >= 2);
  return 0;
}
