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
  int b[2][3];
  if (b[1][2] == 5 && b[0][1] == 8) reach_error();
  return 0; }
