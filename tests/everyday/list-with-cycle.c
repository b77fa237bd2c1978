// Two pointers of different speed meet exactly if there is a cycle.
// check: default => TRUE
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
unsigned int __VERIFIER_nondet_uint(void);

struct node {
  struct node *next;
};
static bool cyclic(struct node *list) {
  struct node *slow = list, *fast = list;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
    if (slow == fast)
      return true;
  }
  return false;
}
int main(void) {
  struct node nodes[4];
  for (int i = 0; i < 3; i++)
    nodes[i].next = &nodes[i + 1];
  unsigned back = __VERIFIER_nondet_uint();
  nodes[3].next = back < 4 ? &nodes[back] : NULL;
  assert(cyclic(nodes) == (back < 4));
  return 0;
}
