// Only neighbours are compared, and the array is not sorted.
// check: default => FALSE
#include <assert.h>
int __VERIFIER_nondet_int(void);

static int unique(int *a, int n) {
  int kept = 1;
  for (int i = 1; i < n; i++)
    if (a[i] != a[kept - 1])
      a[kept++] = a[i];
  return kept;
}
int main(void) {
  int a[4];
  for (int i = 0; i < 4; i++)
    a[i] = __VERIFIER_nondet_int();
  int n = unique(a, 4);
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      assert(a[i] != a[j]);
  return 0;
}
