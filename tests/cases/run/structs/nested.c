// Nested structs, arrays of structs, copies of parts and of the whole.
extern void observe(unsigned long long value);
struct inner { short a; char b[3]; };
struct outer { int id; struct inner in[2]; struct { int x, y; } p; struct inner *link; };
int main(void) {
  struct outer o = {1, {{2, {3, 4, 5}}, {6, {7, 8, 9}}}, {10, 11}, 0};
  struct outer a[3];
  o.link = &o.in[1];
  for (int i = 0; i < 3; i++) { a[i] = o; a[i].id = i; a[i].in[i % 2].b[i] = 50 + i; }
  observe(a[0].in[0].b[0] + a[1].in[1].b[1] * 100 + a[2].in[0].b[2] * 10000);
  observe(o.in[0].b[0]);
  o.link->a = 99;
  observe(a[1].link->a);
  a[1].in[0] = *a[0].link;
  observe(a[1].in[0].a + a[1].in[0].b[2]);
  struct inner t = a[2].in[1];
  t.b[0]++;
  observe(t.b[0] - a[2].in[1].b[0]);
  a[0].p = a[1].p;
  a[0].p.y = -1;
  observe(a[0].p.x + a[1].p.y);
  struct outer *p = a;
  p++;
  observe(p->id + (p + 1)->id + (*p).p.x);
  observe(sizeof(struct inner) + sizeof(struct outer) % 8);
  return 0;
}
