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
  struct s s, t; struct s *p = &s, *q = __VERIFIER_nondet_int() ? &s : &t;
  if (p->x == 7 && q->a[2] == 9 && q->y == -1 && q != p) reach_error();
  return 0; }
