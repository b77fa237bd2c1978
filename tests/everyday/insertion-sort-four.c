// Four numbers are sorted, and none is lost.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);

static void sort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int x = a[i], j = i;
    while (j > 0 && a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
}
int main(void) {
  int a[4], wanted = __VERIFIER_nondet_int(), before = 0, after = 0;
  for (int i = 0; i < 4; i++) {
    a[i] = __VERIFIER_nondet_int();
    before += a[i] == wanted;
  }
  sort(a, 4);
  for (int i = 0; i < 4; i++)
    after += a[i] == wanted;
  assert(before == after);
  for (int i = 0; i < 3; i++)
    assert(a[i] <= a[i + 1]);
  return 0;
}
