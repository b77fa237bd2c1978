// What triggers an assertion is impossible, and the assertion is reached.
// check: default => TRUE
// says:   the assertion says nothing: `i == 11` is never true there$
// lacks: never reached
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int i = 0;
  while (i < 10) i++;
  assert(!(i == 11) || x > 3);
  return 0;
}
