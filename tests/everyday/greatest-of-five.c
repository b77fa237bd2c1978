// The greatest element is in the array and no other is greater.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int greatest(const int *a, int n) {
  int best = 0;
  for (int i = 1; i < n; i++)
    if (a[i] > a[best])
      best = i;
  return best;
}
int main(void) {
  int a[5];
  for (int i = 0; i < 5; i++)
    a[i] = __VERIFIER_nondet_int();
  int k = greatest(a, 5);
  assert(k >= 0 && k < 5);
  for (int i = 0; i < 5; i++)
    assert(a[i] <= a[k]);
  return 0;
}
