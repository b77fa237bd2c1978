// A signed field of three bits has no 4.
// check: default => FALSE
#include <assert.h>
struct s { signed int level : 3; };
int __VERIFIER_nondet_int(void);
int main(void) {
  struct s x; int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  x.level = n;
  assert(x.level == n);
  return 0;
}
