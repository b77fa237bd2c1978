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
  struct n *h = 0;
  for (int i = 0; i < 3; i++) { struct n *q = malloc(sizeof *q);
    q->next = h; h = q; }
  if (h->v == 3 && h->next->c == -4 && h->next->next->v == 9) reach_error();
  return 0; }
