// Dijkstra's flag: small, equal, great.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int a[3], pivot = __VERIFIER_nondet_int();
  int low = 0, i = 0, high = 3;
  for (int k = 0; k < 3; k++)
    a[k] = __VERIFIER_nondet_int();
  while (i < high) {
    int x = a[i];
    if (x < pivot) {
      a[i++] = a[low];
      a[low++] = x;
    } else if (x > pivot) {
      a[i] = a[--high];
      a[high] = x;
    } else
      i++;
  }
  for (int k = 0; k < 3; k++)
    assert(k < low ? a[k] < pivot : k < high ? a[k] == pivot : a[k] > pivot);
  return 0;
}
