// Triggers of several assertions, however they are written; one that is not reached has none.
// check: default => TRUE
// says: :24  `!done || i == 3`: proved, certified, but `done != 0` is never true there$
// says: :25  `i == 7 || !(done && i > 3)`: proved, certified, but `done != 0` is never true there$
// says: :26  `done ? i == 3 : 1`: proved, certified, but `done != 0` is never true there$
// says: :27  `i != -3 || n == 7`: proved, certified, but `i == -3` is never true there$
// says: :28  `!(i == 5) || n > 5`: proved, certified$
// says: :23  `i != 4 || n == 3`: unreachable, certified$
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void __VERIFIER_assert(int cond) {
  if (!(cond)) {
    reach_error();
  }
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  int done = 0;
  int i;
  for (i = 0; i < n; i++) {
    if (i > n)
      assert(i != 4 || n == 3);
    assert(!done || i == 3);
    __VERIFIER_assert(i == 7 || !(done && i > 3));
    assert(done ? i == 3 : 1);
    __VERIFIER_assert(i != -3 || n == 7);
    assert(!(i == 5) || n > 5);
  }
  return 0;
}
