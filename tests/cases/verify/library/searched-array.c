// bsearch finds what a sorted array has, and nothing else.
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
  static int a[5] = {1, 3, 5, 7, 9};
  int k = __VERIFIER_nondet_int();
  int *r = bsearch(&k, a, 5, sizeof a[0], cmp);
  assert((r == 0) == !(k == 1 || k == 3 || k == 5 || k == 7 || k == 9) && (!r || *r == k));
  if (r == a + 3) {
  SHOWN:;
  }
  return 0;
}
