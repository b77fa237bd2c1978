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
  for (int i = 0; i < 3; i++) { int *p = malloc(4 * i + 4);
    if (i == 2 && p[1] == 5 && p[0] == 77777) reach_error(); }
  return 0; }
