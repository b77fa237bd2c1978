// Constants that do not fit a bit-field become the nearest number that does.
extern void observe(unsigned long long value);
struct fields { signed char a : 2; unsigned b : 3; int c : 3; long long d : 40; _Bool e : 1; unsigned f : 32; };
struct fields start = {2.9, 9.7, -7.2, 1e15, 0.3, 1e10};
static void show(const struct fields *p) {
  observe(p->a);
  observe(p->b);
  observe(p->c);
  observe(p->d);
  observe(p->e);
  observe(p->f);
}
int main(void) {
  struct fields s = {2.9, 9.7, -7.2, -1e15, 0.3, -1.0};
  show(&start);
  show(&s);
  s.a = -9.0; s.b = -3.5; s.c = 3.9; s.d = 1e15; s.e = 0.0; s.f = 4e9;
  show(&s);
  s.a = 1 ? 2.9 : 0.0; s.b = 3.0f * 3; s.c = (int)7.0; s.d = -2.5; s.f = 1e10f;
  show(&s);
  return 0;
}
