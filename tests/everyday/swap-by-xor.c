// Swapping an element with itself clears it.
// check: default => FALSE
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static void swap(int *a, int *b) {
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
}
int main(void) {
  int a[4];
  unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
  __VERIFIER_assume(i < 4 && j < 4);
  for (int k = 0; k < 4; k++)
    a[k] = __VERIFIER_nondet_int();
  int x = a[i], y = a[j];
  swap(&a[i], &a[j]);
  assert(a[i] == y && a[j] == x);
  return 0;
}
