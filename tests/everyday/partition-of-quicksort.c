// Elements equal to the pivot may stay on the wrong side of it.
// check: default => FALSE
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int partition(int *a, int n) {
  int pivot = a[0], i = 0;
  for (int j = 1; j < n; j++)
    if (a[j] < pivot) {
      int t = a[++i];
      a[i] = a[j];
      a[j] = t;
    }
  a[0] = a[i];
  a[i] = pivot;
  return i;
}
int main(void) {
  int a[4];
  for (int i = 0; i < 4; i++)
    a[i] = __VERIFIER_nondet_int();
  int k = partition(a, 4);
  for (int i = 0; i < k; i++)
    assert(a[i] < a[k]);
  for (int i = k + 1; i < 4; i++)
    assert(a[i] > a[k]);
  return 0;
}
