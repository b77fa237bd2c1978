// Pointers converted to integers and back, and low bits used as tags.
extern void observe(unsigned long long value);
typedef typeof(sizeof(0)) word;
struct node { int v; int w; };
int main(void) {
  struct node n = {5, 6};
  word w = (word)&n;
  ((struct node *)w)->v = 7;
  observe(n.v);
  w |= 1;
  observe(w & 1);
  struct node *p = (struct node *)(w & ~(word)1);
  observe(p->w);
  observe(p == &n);
  int a[4] = {1, 2, 3, 4};
  word base = (word)a;
  observe(*(int *)(base + 2 * sizeof(int)));
  observe((word)(a + 3) - base);
  void *v = a + 1;
  observe(*(int *)v);
  return 0;
}
