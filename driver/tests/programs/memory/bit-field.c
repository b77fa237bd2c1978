// Where a bit-field begins in its bytes is not said by the graph.
// check: AG !failed => FALSE
// says: not replayed: memory that nothing initialises must not be
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct s { int x; char y; int a[40]; };
struct n { struct n *next; short v; char c; };
union u { int i; unsigned char c[4]; };
struct b { unsigned f : 4, g : 8; };
int main(void) { struct b *p = malloc(4); if (p->g == 200) reach_error(); return 0; }
