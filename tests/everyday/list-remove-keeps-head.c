// Removing does not look at the first node.
// check: default => FALSE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node {
  int key;
  struct node *next;
};
static struct node *push(struct node *next, int key) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    exit(1);
  n->key = key;
  n->next = next;
  return n;
}
static void remove_key(struct node *list, int key) {
  while (list && list->next) {
    if (list->next->key == key) {
      struct node *gone = list->next;
      list->next = gone->next;
      free(gone);
    } else
      list = list->next;
  }
}
int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 3; i++)
    list = push(list, __VERIFIER_nondet_int());
  int key = __VERIFIER_nondet_int();
  remove_key(list, key);
  for (struct node *n = list; n; n = n->next)
    assert(n->key != key);
  return 0;
}
