// The last candidate is not compared.
// check: default => FALSE
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static int search(const int *a, int n, int x) {
  int low = 0, high = n - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (a[middle] == x)
      return middle;
    if (a[middle] < x)
      low = middle + 1;
    else
      high = middle - 1;
  }
  return -1;
}
int main(void) {
  int a[5];
  for (int i = 0; i < 5; i++) {
    a[i] = __VERIFIER_nondet_int();
    __VERIFIER_assume(i == 0 || a[i - 1] < a[i]);
  }
  unsigned k = __VERIFIER_nondet_uint();
  __VERIFIER_assume(k < 5);
  assert(search(a, 5, a[k]) == (int)k);
  return 0;
}
