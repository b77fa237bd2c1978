// A range of designators computes its value once and gives it to all its places; later
// designators override, and what is overridden everywhere is not computed.
extern void observe(unsigned long long value);
struct pair { int a, b; };
struct rows { struct pair s[2]; int k; };
struct text { char s[4]; int k; };
static int count;
static int next(void) { observe(1000 + count); return ++count; }
static int note(int n) { observe(2000 + n); return n; }
static struct pair both(void) { observe(3000); return (struct pair){7, 8}; }
static void show(const void *from, unsigned count) {
  const unsigned char *bytes = from;
  unsigned long long sum = 0;
  for (unsigned i = 0; i < count; i++) sum = sum * 31 + bytes[i];
  observe(sum);
}
#define SHOW(x) show(&x, sizeof x)
static struct pair fixed[3] = {[0 ... 1] = {1, 2}, [1].b = 7, [0 ... 2].a = 5};
int main(void) {
  SHOW(fixed);
  int a[6] = {[1 ... 4] = next()}; SHOW(a);
  int b[6] = {[1 ... 4] = next(), [2] = 9}; SHOW(b);
  int c[4] = {[0 ... 3] = next(), [0 ... 3] = 1}; SHOW(c);
  int d[4] = {[0 ... 1] = next(), [0] = 1, [1] = 2}; SHOW(d);
  int e[4] = {next(), [0 ... 3] = next(), [2] = next()}; SHOW(e);
  int f[5] = {[0 ... 3] = next(), [0] = note(8), [2] = next(), 6}; SHOW(f);
  int g[5] = {[4] = note(1), [0 ... 1] = next(), note(2)}; SHOW(g);
  struct pair h[3] = {[0 ... 1] = {next(), 2}, [1].b = 7}; SHOW(h);
  struct pair i[3] = {[0 ... 1] = {1, 2}, [1].b = 7}; SHOW(i);
  struct pair j[3] = {[0 ... 1].a = next(), [0 ... 2].b = next()}; SHOW(j);
  struct pair k[3] = {[0] = {1, 2}, [1] = {3, 4}, [0 ... 1].a = 9}; SHOW(k);
  struct pair l[3] = {[0 ... 1].a = 5, 6, 7}; SHOW(l);
  struct pair m[3] = {[0 ... 1] = note(1), note(2), note(3)}; SHOW(m);
  struct pair n[3] = {[0 ... 2] = both(), [1].a = note(4)}; SHOW(n);
  struct pair o[2] = {[0 ... 1] = (struct pair){next(), 3}}; SHOW(o);
  struct rows p[2] = {[0 ... 1].s[0 ... 1].a = next(), [1].s[0].b = next(), [0].k = next()}; SHOW(p);
  struct rows q[2] = {[0 ... 1] = {{[0 ... 1] = {next(), next()}}, next()}}; SHOW(q);
  int r[3][3] = {[0 ... 1][1 ... 2] = 4, 5}; SHOW(r);
  int s[3][2] = {[0 ... 1] = next(), 2, 3}; SHOW(s);
  int x = 3, t[4] = {[0 ... 2] = x++, [3] = x}; SHOW(t);
  struct pair u[2] = {[0 ... 1] = {x, 4}, [1].b = 7}; SHOW(u);
  char v[3][4] = {[0 ... 2] = "ab", [1] = "xyz", [2][1] = 'q'};
  for (int y = 0; y < 12; y++) observe(v[y / 4][y % 4]);
  struct text w[2] = {[0 ... 1].k = 4, [0 ... 1].s = "ab", [1].s[0] = 'z'};
  observe(w[0].s[0] + w[0].s[1] + w[0].k), observe(w[1].s[0] + w[1].s[1] + w[1].k);
  struct { unsigned z : 3; int y : 9; } bits[2] = {[0 ... 1].z = note(9), [0 ... 1].y = next()};
  observe(bits[1].z * 100 + bits[1].y);
  for (int y = 0; y < 2; y++) { int again[3] = {[0 ... 2] = next()}; SHOW(again); }
  return 0;
}
