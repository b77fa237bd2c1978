// Writes through one pointer are seen through others of the same class.
extern void observe(unsigned long long value);
struct pair { int a, b; };
static int f(int *p, int *q) { *p = 1; *q = 2; return *p; }
static int g(struct pair *p, int *q) { p->a = 1; *q = 9; return p->a * 10 + p->b; }
int main(void) {
  int x, y;
  observe(f(&x, &y));
  observe(f(&x, &x));
  struct pair s = {3, 4};
  observe(g(&s, &s.a));
  observe(g(&s, &s.b));
  observe(g(&s, &x));
  struct pair t[2] = {{1, 2}, {3, 4}};
  struct pair *p = t, *q = t + 1;
  *p = *q;
  q->b = 8;
  observe(p->b * 10 + t[1].b);
  p = q;
  p->a = 6;
  observe(q->a);
  return 0;
}
