// A tree is built, summed and freed by recursive functions; each activation has locals of its own.
// options: --check memory
// check: default => TRUE
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct tree { int key; struct tree *left, *right; };
static struct tree *insert(struct tree *t, int key) {
  if (!t) {
    t = malloc(sizeof *t);
    if (!t) abort();
    t->key = key;
    t->left = t->right = NULL;
  } else if (key < t->key)
    t->left = insert(t->left, key);
  else
    t->right = insert(t->right, key);
  return t;
}
static int sum(const struct tree *t) { return t ? sum(t->left) + t->key + sum(t->right) : 0; }
static void drop(struct tree *t) {
  if (!t) return;
  drop(t->left);
  drop(t->right);
  free(t);
}
int main(void) {
  struct tree *t = insert(insert(insert(NULL, 2), 1), 3);
  assert(sum(t) == 6);
  drop(t);
  return 0;
}
