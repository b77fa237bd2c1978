// Several functions without a body are named once, as people list them.
// check: default => UNKNOWN
// says: the files that define `first`, `second` and `third`, or models of them
// says: --extern nondet, if they can return anything$
#include <assert.h>
int first(void), second(void), third(void);
int main(void)
{
  assert(first() + second() + third() == 3);
}
