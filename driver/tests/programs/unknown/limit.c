// A limit, several assertions, and what is unknown in the words of the program, each thing once.
// options: --max-iterations 1 --unroll off
// check: default => UNKNOWN
// says:   unknown: the limit of iterations (--max-iterations) was reached
// says:     limit.c:22  `j <= 3 * i || i > 100000`: unknown: the limit of iterations (--max-iterations) was reached$
// says:   nothing is known at the head of the loop at limit.c:17$
// says:     limit.c:17: whether `i < n` is true$
// says:   to try: more iterations (--max-iterations), or predicates of your own (--predicates)$
// lacks: assume(
// lacks: :=
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  int i = 0;
  int j = 0;
  while (i < n) {
    i++;
    if (__VERIFIER_nondet_int()) j += 2; else j += 3;
  }
  assert(j >= 2 * i || i > 100000);
  assert(j <= 3 * i || i > 100000);
  return 0;
}
