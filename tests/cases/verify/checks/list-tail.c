// A list that grows at its end: the next block goes where a pointer says, to a local or into the
// last block. Blocks are apart from locals.
// options: --check memory
// check: default => TRUE
#include <stdlib.h>
struct n { struct n *next; int v; };
int __VERIFIER_nondet_int(void);
int main(void) {
  struct n *list = NULL, **end = &list;
  for (int i = 0; i < 3; i++) {
    struct n *n = malloc(sizeof *n);
    if (!n)
      abort();
    n->next = NULL;
    n->v = __VERIFIER_nondet_int();
    *end = n;
    end = &n->next;
  }
  int odd = 0;
  for (struct n *p = list; p; p = p->next)
    odd += p->v & 1;
  while (list) {
    struct n *next = list->next;
    free(list);
    list = next;
  }
  return odd > 3;
}
