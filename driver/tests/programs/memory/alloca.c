// Memory that nothing initialises holds what the refutation needs.
// check: AG !failed => FALSE
// says: , replayed$
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct s { int x; char y; int a[40]; };
struct n { struct n *next; short v; char c; };
union u { int i; unsigned char c[4]; };
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 0 && n < 10) { int *p = __builtin_alloca(n * 4);
    if (p[n - 1] == 5 && n == 4) reach_error(); }
  return 0; }
