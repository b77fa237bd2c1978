// Compound literals: in expressions, as arguments, as arrays, at file scope.
extern void observe(unsigned long long value);
struct p { int x, y; };
int *g = (int[]){4, 5, 6};
static int dot(struct p a, struct p b) { return a.x * b.x + a.y * b.y; }
static int sum(const int *a, int n) { int s = 0; while (n--) s += *a++; return s; }
int main(void) {
  observe(dot((struct p){1, 2}, (struct p){.y = 3, .x = 4}));
  observe(sum((int[]){1, 2, 3, 4}, 4));
  observe(g[1]);
  struct p *q = &(struct p){7, 8};
  q->x++;
  observe(q->x * q->y);
  for (int i = 0; i < 3; i++) {
    struct p *r = &(struct p){i};
    r->y += i;
    observe(r->x * 10 + r->y);
  }
  struct p v;
  v = (struct p){5};
  observe(v.x + v.y);
  observe((unsigned char){300 - 50});
  return 0;
}
