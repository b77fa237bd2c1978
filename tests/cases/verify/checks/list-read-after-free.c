// The next node is asked of one that is freed already.
// options: --check memory
// check: default => FALSE
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node { int value; struct node *next; };

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 3; i++)
    if (__VERIFIER_nondet_int()) {
      struct node *one = malloc(sizeof *one);
      if (!one)
        return 1;
      one->value = i;
      one->next = list;
      list = one;
    }
  for (struct node *one = list; one; one = one->next)
    free(one);
  return 0;
}
