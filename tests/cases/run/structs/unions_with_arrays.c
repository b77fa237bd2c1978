// Unions with arrays in them: each byte and each field is a place of its own.
extern void observe(unsigned long long value);
union small { int x; unsigned char by[4]; };
struct bits { unsigned a : 3; int b : 5; unsigned long long c : 33; };
union wide { struct bits b; unsigned char by[8]; };
struct tagged { int n; union { char name[4]; struct { short x, y; } pt; } u; };
union pair { struct { int a, b; } s; int w[2]; };
static void set(struct tagged *t) { t->u.pt.x = 5; t->u.pt.y = 6; }
static void put(int *p) { *p = 7; }
int main(void) {
  union small s;
  for (int i = 0; i < 4; i++) s.by[i] = i + 1;
  observe(s.by[0]);
  observe(s.by[3]);
  observe(s.x);
  union wide w;
  for (unsigned i = 0; i < 8; i++) w.by[i] = i * 37 + 1;
  observe(w.b.a);
  observe(w.b.c);
  struct tagged t;
  t.n = 1;
  set(&t);
  observe(t.u.pt.x);
  observe(t.u.pt.y);
  union pair p;
  p.s.a = 1;
  p.s.b = 2;
  put(&p.w[1]);
  observe(p.s.a);
  observe(p.s.b);
  return 0;
}
