// Two sorted arrays become one.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static void merge(const int *a, int n, const int *b, int m, int *out) {
  int i = 0, j = 0, k = 0;
  while (i < n && j < m)
    out[k++] = a[i] <= b[j] ? a[i++] : b[j++];
  while (i < n)
    out[k++] = a[i++];
  while (j < m)
    out[k++] = b[j++];
}
int main(void) {
  int a[3], b[2], out[5];
  for (int i = 0; i < 3; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 2; i++)
    b[i] = __VERIFIER_nondet_int();
  __VERIFIER_assume(a[0] <= a[1] && a[1] <= a[2] && b[0] <= b[1]);
  merge(a, 3, b, 2, out);
  for (int i = 0; i < 4; i++)
    assert(out[i] <= out[i + 1]);
  return 0;
}
