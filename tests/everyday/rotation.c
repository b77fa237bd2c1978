// Rotating an array by three reversals.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static void reverse(int *a, int from, int to) {
  while (from < --to) {
    int t = a[from];
    a[from++] = a[to];
    a[to] = t;
  }
}
static void rotate(int *a, int n, int by) {
  reverse(a, 0, by);
  reverse(a, by, n);
  reverse(a, 0, n);
}
int main(void) {
  int a[5], before[5];
  int by = __VERIFIER_nondet_int();
  __VERIFIER_assume(by >= 0 && by <= 5);
  for (int i = 0; i < 5; i++)
    before[i] = a[i] = __VERIFIER_nondet_int();
  rotate(a, 5, by);
  for (int i = 0; i < 5; i++)
    assert(a[i] == before[(i + by) % 5]);
  return 0;
}
