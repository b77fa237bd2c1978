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
  for (int i = 0; i < 3; i++) { int *a = malloc(16); int *b = realloc(a, 32);
    if (i == 2) { if (b[5] == 7) reach_error(); } a = malloc(16); a[0] = 9; a[1] = 9; }
  return 0; }
