// A list of four nodes is reversed in place.
// check: default => TRUE
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};
static struct node *reverse(struct node *list) {
  struct node *done = NULL;
  while (list) {
    struct node *next = list->next;
    list->next = done;
    done = list;
    list = next;
  }
  return done;
}
int main(void) {
  struct node nodes[4], *list = NULL;
  for (int i = 0; i < 4; i++) {
    nodes[i].value = __VERIFIER_nondet_int();
    nodes[i].next = list;
    list = &nodes[i];
  }
  list = reverse(list);
  for (int i = 0; i < 4; i++, list = list->next)
    assert(list->value == nodes[i].value);
  assert(list == NULL);
  return 0;
}
