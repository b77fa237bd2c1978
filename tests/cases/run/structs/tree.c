// A binary tree in an array pool, with pointers between nodes.
extern void observe(unsigned long long value);
struct tree { int key; struct tree *left, *right; };
static struct tree pool[32];
static int used;
static struct tree *insert(struct tree *t, int key) {
  struct tree **at = &t;
  while (*at) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
  *at = &pool[used++];
  (*at)->key = key;
  return t;
}
int main(void) {
  struct tree *root = 0;
  unsigned seed = 7;
  for (int i = 0; i < 20; i++) { seed = seed * 1103515245u + 12345; root = insert(root, seed >> 16 & 255); }
  struct tree *stack[32], *t = root;
  int sp = 0, order = 0, last = -1;
  while (t || sp) {
    while (t) { stack[sp++] = t; t = t->left; }
    t = stack[--sp];
    if (t->key < last) observe(9999);
    last = t->key;
    order = order * 31 + t->key;
    t = t->right;
  }
  observe(order);
  observe(used);
  observe(root->key);
  return 0;
}
