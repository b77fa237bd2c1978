// The second greatest is forgotten if the first element is the greatest.
// check: default => FALSE
#include <assert.h>
#include <limits.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int second(const int *a, int n) {
  int first = a[0], second = INT_MIN;
  for (int i = 1; i < n; i++) {
    if (a[i] > first) {
      second = first;
      first = a[i];
    }
  }
  return second;
}
int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++) {
    a[i] = __VERIFIER_nondet_int();
    __VERIFIER_assume(a[i] >= 0 && a[i] <= 100);
  }
  __VERIFIER_assume(a[0] != a[1] && a[1] != a[2] && a[0] != a[2]);
  int s = second(a, 3), above = 0;
  for (int i = 0; i < 3; i++)
    above += a[i] > s;
  assert(above == 1);
  return 0;
}
