// Initialisers of locals run each time; they see what was declared before.
extern void observe(unsigned long long value);
static int n;
static int next(void) { return ++n; }
int main(void) {
  for (int i = 0; i < 3; i++) {
    int a = next(), b = a * 2, c[2] = {a, b};
    int z[4] = {0};
    z[i] += c[1];
    observe(a + b + c[0] + z[i] + z[(i + 1) % 4]);
    struct { int x; char y[3]; } s = {a};
    s.y[2]++;
    observe(s.x * 10 + s.y[2]);
  }
  int x = sizeof x;
  observe(x);
  int a = 1, b = a + 1, *p = &b, c = *p + 1;
  observe(c);
  return 0;
}
