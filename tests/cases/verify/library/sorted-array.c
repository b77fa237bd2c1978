// qsort sorts.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int cmp(const void *x, const void *y) {
  int a = *(const int *)x, b = *(const int *)y;
  return (a > b) - (a < b);
}
int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
  qsort(a, 3, sizeof a[0], cmp);
  assert(a[0] <= a[1] && a[1] <= a[2]);
  if (a[0] == 3 && a[2] == 5) {
  SHOWN:;
  }
  return 0;
}
