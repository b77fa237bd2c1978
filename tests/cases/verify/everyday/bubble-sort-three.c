// Bubble sort of three inputs.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);

static void sort(int *a, int n) {
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < n - 1 - i; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
}
int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++)
    a[i] = __VERIFIER_nondet_int();
  sort(a, 3);
  assert(a[0] <= a[1] && a[1] <= a[2]);
  return 0;
}
