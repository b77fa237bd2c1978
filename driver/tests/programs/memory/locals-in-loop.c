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
  for (int i = 0; i < 3; i++) { int x, y, k = __VERIFIER_nondet_int(); int *p = k ? &x : &y;
    if (i == 2 && k == 8 && *p == 3 && y == 4) reach_error(); }
  return 0; }
