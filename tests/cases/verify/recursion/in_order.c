// A search tree is walked in order by a recursive function: keys are arbitrary, but for their order.
// check: default => TRUE
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
struct tree { int key; struct tree *left, *right; };
static int last, count;
static void walk(const struct tree *t) {
  if (!t) return;
  walk(t->left);
  assert(count == 0 || last <= t->key);
  last = t->key;
  count++;
  walk(t->right);
}
int main(void) {
  struct tree leaves[3], left = {0, &leaves[0], &leaves[1]}, root = {0, &left, &leaves[2]};
  for (int i = 0; i < 3; i++) {
    leaves[i].key = __VERIFIER_nondet_int();
    leaves[i].left = leaves[i].right = NULL;
  }
  left.key = __VERIFIER_nondet_int(), root.key = __VERIFIER_nondet_int();
  if (leaves[0].key > left.key || left.key > leaves[1].key) return 0;
  if (leaves[1].key > root.key || root.key > leaves[2].key) return 0;
  walk(&root);
  assert(count == 5);
  return 0;
}
