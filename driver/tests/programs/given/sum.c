// The sum of the first numbers: what a person knows about the loop is the proof.
// options: --predicates sum.preds
// check: default => TRUE
// says: holds (by induction, with the given predicates), certified$
// says: s == i * (i + 1) / 2
// options: --predicates sum.preds --json
// check: default => TRUE
// says: "check": "certified"
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), s = 0, i = 0;
  if (n > 30)
    return 0;
  while (i < n) {
    i = i + 1;
    s = s + i;
  }
  assert(s == n * (n + 1) / 2);
  return 0;
}
