// A list of three nodes is built and summed.
// check: default => TRUE
#include <assert.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};
static struct node *push(struct node *list, int value) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    abort();
  n->value = value;
  n->next = list;
  return n;
}
int main(void) {
  struct node *list = NULL;
  for (int i = 1; i <= 3; i++)
    list = push(list, i);
  int sum = 0;
  for (struct node *n = list; n; n = n->next)
    sum += n->value;
  assert(sum == 6);
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
