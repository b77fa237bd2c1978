// A value without braces goes to the first scalar of what a designator names.
extern void observe(unsigned long long value);
struct pair { int a, b; };
struct rows { struct pair s[2]; int k; };
struct text { char s[4]; int k; };
static struct pair fixed[3] = {[1] = 5, 6, 7};
static struct text words[2] = {[1] = "ab", 3};
static void show(const void *from, unsigned count) {
  const unsigned char *bytes = from;
  unsigned long long sum = 0;
  for (unsigned i = 0; i < count; i++) sum = sum * 31 + bytes[i];
  observe(sum);
}
#define SHOW(x) show(&x, sizeof x)
static int id(int n) { return n; }
int main(void) {
  SHOW(fixed), SHOW(words), observe(words[1].s[1]), observe(words[1].k);
  struct pair a[3] = {[1] = id(5), 6, 7}; SHOW(a);
  struct pair one = {8, 9}, b[3] = {[1] = one, 6, 7}; SHOW(b);
  struct rows c = {.s = id(1), 2, 3, 4, 5}, d = {.s[1] = 1, 2, 3}, e = {.s[0].b = 1, 2, 3, 4}; SHOW(c), SHOW(d), SHOW(e);
  int f[2][2] = {[1] = id(4), 5}, g[2][2] = {[0] = 1, [1] = 2, 3}; SHOW(f), SHOW(g);
  struct text h[2] = {[0] = "xy", 1, "z", 2}; observe(h[0].s[1] + h[0].k), observe(h[1].s[0] + h[1].k);
  return 0;
}
