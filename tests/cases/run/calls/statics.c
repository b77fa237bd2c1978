// Static locals keep their values; globals are shared; names are shadowed.
extern void observe(unsigned long long value);
int x = 1;
static int counter(void) { static int n = 10; return n++; }
static int other(void) { static int n; n += 2; return n; }
static int *cell(void) { static int v = 7; return &v; }
int main(void) {
  observe(counter());
  observe(counter() * 100);
  observe(counter());
  observe(other() + other());
  int x = 2;
  { int x = 3; observe(x); x = 9; }
  observe(x);
  { extern int x; observe(x); x = 5; }
  observe(x);
  *cell() += 1;
  observe(*cell());
  for (int i = 0; i < 3; i++) { static int s = 1; int a = 1; s *= 3; a *= 3; observe(s + a); }
  return 0;
}
