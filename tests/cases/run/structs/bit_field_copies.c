// Structs of bit-fields are copied field by field, also where their bytes are looked at.
extern void observe(unsigned long long value);
struct f { unsigned a : 4, b : 12, c : 16; };
struct g { struct f f[2]; int k; };
union u { unsigned v; struct { unsigned a : 16, c : 16; } f; };
struct p { union u b; int k; };
static void set(struct f *f, int k) { f->a = k; f->b = k * 3; f->c = k * 5; }
static struct f make(int k) { struct f f; set(&f, k); return f; }
static void fill(union u *p) { p->f.a = 5; p->f.c = 0xbeef; }
int main(void) {
  struct f t[3], u;
  for (int i = 0; i < 3; i++) set(t + i, i + 1);
  u = t[1];
  t[0] = t[2];
  observe(u.a * 10000 + u.b * 100 + u.c);
  observe(t[0].b);
  struct g g;
  g.k = 1;
  g.f[0] = make(4);
  g.f[1] = u;
  struct g h = g, *q = &h, i = *q;
  observe(*(unsigned *)&h.f[0]);
  observe(i.f[0].a * 10000 + i.f[0].b * 100 + i.f[1].c);
  struct p x, y;
  y.k = 1;
  fill(&y.b);
  x = y;
  observe(x.b.f.a);
  observe(x.b.v);
  return 0;
}
