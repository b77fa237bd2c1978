// What floating-point numbers are is not modelled, and what to try says so.
// check: default => UNKNOWN
// says:   unknown: what decides depends on something that is not modelled
// says:   open: whether assertion `y < x` can fail (floating-point.c:17, in main)$
// says:     floating-point.c:15: what `x < 1.0` gives: floating-point, comparison (double)$
// says:   to try: integers in place of floating-point numbers$
// lacks: tmp
// lacks: assume(
// lacks: --predicates
#include <assert.h>
extern double __VERIFIER_nondet_double(void);
int main(void) {
  double x = __VERIFIER_nondet_double();
  double y;
  if (x > 0.5 && x < 1.0) {
    y = x * x;
    assert(y < x);
  }
  return 0;
}
