// Structs as arguments and results are copies.
extern void observe(unsigned long long value);
struct point { int x, y; };
struct box { struct point lo, hi; char name[4]; };
static struct point swap(struct point p) { int t = p.x; p.x = p.y; p.y = t; return p; }
static struct box make(int a, int b) {
  struct box r = {{a, b}, {a + 1, b + 1}, "box"};
  return r;
}
static int area(struct box b) {
  b.hi.x += 10;
  return (b.hi.x - b.lo.x) * (b.hi.y - b.lo.y) + b.name[0];
}
int main(void) {
  struct point p = {1, 2};
  struct point q = swap(p);
  observe(p.x * 1000 + p.y * 100 + q.x * 10 + q.y);
  observe(swap(swap(p)).x);
  struct box b = make(3, 4);
  observe(area(b));
  observe(b.hi.x);
  observe(make(5, 6).hi.y);
  observe(make(5, 6).name[2]);
  struct box c = b;
  c.lo = swap(c.hi);
  c.name[1] = 'u';
  observe(c.lo.x * 100 + c.lo.y + b.lo.x + c.name[1] - b.name[1]);
  struct point *r = &c.hi;
  *r = p;
  observe(c.hi.x + c.hi.y);
  return 0;
}
