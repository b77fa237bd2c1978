// Where memory that is zero leads to a loop that counts without end, that is not followed far.
// check: AG !failed => FALSE
// says: , replayed$
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct s { int x; char y; int a[40]; };
struct n { struct n *next; short v; char c; };
union u { int i; unsigned char c[4]; };
int main(void) { int *p = malloc(8), x = 0; if (*p == 5) reach_error(); while (1) x++; }
