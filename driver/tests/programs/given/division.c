// Quotient and remainder, with a product of two variables; each assertion has its verdict.
// options: --predicates division.preds
// check: default => TRUE
// says: `x == q * y + r`: proved, certified$
// says: `r < y`: proved, certified$
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), q = 0, r = x;
  if (y == 0)
    return 0;
  while (r >= y) {
    r = r - y;
    q = q + 1;
  }
  assert(x == q * y + r);
  assert(r < y);
  return 0;
}
