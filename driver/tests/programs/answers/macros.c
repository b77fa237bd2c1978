// Conditions with macros are told as they are written, and truth values as such.
// check: default => FALSE
// says: if (n > CAP): not taken (n = 4)
// says: assert(n <= CAP): fails (n = 5)
// says: on = 1
#include <assert.h>
#define CAP 4
extern _Bool __VERIFIER_nondet_bool(void);
int main(void)
{
  int n = 4;
  _Bool on = __VERIFIER_nondet_bool();
  if (n > CAP)
    return 0;
  if (on)
    n++;
  assert(n <= CAP);
}
