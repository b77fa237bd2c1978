// Two assertions fail, each with inputs of its own; the third holds.
// check: default => FALSE
// says: `x != 3`: refuted, replayed$
// says: `x != 5`: refuted, replayed$
// says: `x > 0`: proved
// says: inputs: x = 3$
// says: inputs: x = 5$
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x <= 0) return 0;
  assert(x > 0);
  assert(x != 3);
  assert(x != 5);
  return 0;
}
