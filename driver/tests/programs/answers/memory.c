// Addresses are named, and what is stored is shown.
// check: default => FALSE
// says: inputs: a.v = 7$
// says: p = &a$
// says: while (p): left (p = NULL)$
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct node { int v; struct node *next; };
int main(void) {
  struct node a, b;
  a.next = &b;
  b.next = 0;
  a.v = __VERIFIER_nondet_int();
  b.v = 5;
  struct node *p = &a;
  int s = 0;
  while (p) {
    s += p->v;
    p = p->next;
  }
  assert(s != 12);
  return 0;
}
