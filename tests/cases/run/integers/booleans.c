// _Bool holds 0 and 1 only; conversions to it compare with zero.
extern void observe(unsigned long long value);
struct flags { _Bool a; _Bool b : 1; int n; };
int main(void) {
  _Bool b = 256;
  observe(b);
  b = 0;
  observe(b);
  b--;
  observe(b);
  b += 5;
  observe(b);
  struct flags f = {2, 4, 8};
  observe(f.a + f.b + f.n);
  f.b = 0;
  f.a = f.n & 7;
  observe(f.a);
  observe(f.b);
  int x = 5;
  _Bool p = &x;
  observe(p);
  observe(sizeof(_Bool));
  observe((_Bool)0x100 + (_Bool)0.0);
  observe(!!x + !x);
  return 0;
}
