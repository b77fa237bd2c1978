// Odd numbers add up to squares, also where numbers wrap around. That the counter stays below its
// bound is found without being told; a predicate that does not hold does no harm.
// options: --predicates squares.preds
// check: default => TRUE
// says: holds (by induction, with the given predicates), certified$
// says: square == i * i
// lacks: square == 7
// options: --predicates squares.preds --minimal
// check: default => TRUE
// says: holds (by induction, with the given predicates, 1 of 3 predicates needed), certified$
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), square = 0, i = 0, odd = 1;
  while (i < n) {
    square = square + odd;
    odd = odd + 2;
    i = i + 1;
  }
  assert(square == n * n);
  return 0;
}
