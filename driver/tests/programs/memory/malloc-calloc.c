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
  malloc(8); int *a = malloc(8); char *c = calloc(3, 1); int *b = malloc(8);
  if (a[0] == 1 && b[0] == -2 && !c[1]) reach_error();
  return 0; }
