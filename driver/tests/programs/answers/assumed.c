// What is assumed is never true: the assertion says nothing, and the list says why.
// check: default => TRUE
// says: `x == 4`: unreachable: what assumed.c:10 assumes is never true$
// says: `x < 100`: proved
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 50) { assert(x > 49); __VERIFIER_assume(x < 7); assert(x == 4); }
  if (x < 50) assert(x < 100);
  return 0;
}
