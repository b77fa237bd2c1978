// Each activation has its own objects, of which others have the addresses.
// check: default => TRUE
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int depth(int n, int *up) {
  int mine = n * 10;
  if (n > 0) *up += depth(n - 1, &mine);
  return mine;
}
int main(void) {
  int top = 1, first = __VERIFIER_nondet_int();
  if (first < 0 || first > 3) return 0;
  depth(first, &top);
  assert(top == (first ? 10 * first - 9 : 1));
  return 0;
}
