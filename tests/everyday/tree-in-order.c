// A search tree of three numbers is walked in order, without recursion.
// check: default => TRUE
#include <assert.h>
#include <stddef.h>
int __VERIFIER_nondet_int(void);

struct tree {
  int key;
  struct tree *left, *right;
};
static void insert(struct tree **root, struct tree *t) {
  while (*root)
    root = t->key < (*root)->key ? &(*root)->left : &(*root)->right;
  *root = t;
}
int main(void) {
  struct tree nodes[3], *root = NULL, *stack[3];
  int depth = 0, count = 0, last = 0;
  for (int i = 0; i < 3; i++) {
    nodes[i].key = __VERIFIER_nondet_int();
    nodes[i].left = nodes[i].right = NULL;
    insert(&root, &nodes[i]);
  }
  for (struct tree *t = root; t || depth;) {
    if (t) {
      stack[depth++] = t;
      t = t->left;
    } else {
      t = stack[--depth];
      assert(count == 0 || last <= t->key);
      last = t->key;
      count++;
      t = t->right;
    }
  }
  assert(count == 3);
  return 0;
}
