// Recursion that is not bounded is deeper than any number of levels: predicates would not help.
// options: --recursion 8
// check: default => UNKNOWN
// says:   unknown: recursion is deeper than what is inlined, or not bounded: f -> f (0 iterations, 0 predicates)$
// says:   open: whether assertion `f(n) == n` can fail (recursion.c:17, in main)$
// says:   calls of 'f' are known to a depth of 8$
// says:   to try: a bound on how deep the recursion goes, more levels (--recursion), or a loop in its place$
// lacks: encode-recursion
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned f(unsigned n) {
  if (n == 0) return 0;
  return 1 + f(n - 1);
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assert(f(n) == n);
  return 0;
}
