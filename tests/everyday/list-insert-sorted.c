// Numbers are inserted at their places.
// check: default => TRUE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};
static void insert(struct node **list, int value) {
  while (*list && (*list)->value < value)
    list = &(*list)->next;
  struct node *n = malloc(sizeof *n);
  if (!n)
    exit(1);
  n->value = value;
  n->next = *list;
  *list = n;
}
int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 3; i++)
    insert(&list, __VERIFIER_nondet_int());
  int count = 0;
  for (struct node *n = list; n; n = n->next) {
    assert(!n->next || n->value <= n->next->value);
    count++;
  }
  assert(count == 3);
  return 0;
}
