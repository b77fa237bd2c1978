// Elements of arrays of structs, copied by constant and variable index, and union results.
extern void observe(unsigned long long value);
struct s { int a, b; };
union u { short h; int i; };
static union u make(int x) { union u r; r.i = x; r.h++; return r; }
int main(void) {
  struct s l[3] = {{3, 4}, {5, 6}, {7, 8}}, x, y;
  x = l[1];
  observe(x.a * 10 + x.b);
  l[0] = l[2];
  observe(l[0].a * 10 + l[0].b);
  for (int i = 0; i < 3; i++) { y = l[i]; observe(y.b); }
  union u v = make(5);
  observe(v.h);
  observe(make(70000).i);
  return 0;
}
