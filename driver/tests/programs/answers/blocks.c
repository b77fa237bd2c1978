// Blocks that one line allocates are numbered, and where they lie is no input.
// options: --check memory
// check: default => FALSE
// says: n = block 1 of blocks.c:18)$
// says: p = block 2 of blocks.c:18)$
// lacks: inputs:
#include <stdlib.h>
struct node {
  int value;
  struct node *next;
};
int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 2; i++) {
    struct node *n;

    // A list.
    n = malloc(sizeof *n);
    if (!n)
      abort();
    n->value = i;
    n->next = list;
    list = n;
  }
  for (struct node *p = list; p; p = p->next)
    free(p);
  return 0;
}
