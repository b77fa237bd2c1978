// The slow pointer is at the middle when the fast one is at the end.
// check: default => TRUE
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

struct node {
  struct node *next;
};
int main(void) {
  struct node nodes[6];
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1 && n <= 6);
  for (int i = 0; i < n; i++)
    nodes[i].next = i + 1 < n ? &nodes[i + 1] : NULL;
  struct node *slow = nodes, *fast = nodes;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
  }
  assert(slow == &nodes[n / 2]);
  return 0;
}
