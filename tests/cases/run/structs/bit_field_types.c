// In which type computations with bit-fields are done: that of the promoted field, not the declared one,
// unless a cast says so.
extern void observe(unsigned long long value);
struct s { unsigned u : 7; int i : 7; unsigned long long w : 20, x : 40; } s;
int one = 1;
int main(void) {
  int n = -13;
  s.u = 61;
  s.i = -13;
  observe(n % s.u);
  observe(n % (unsigned)s.u);
  observe(s.i % (unsigned)s.u);
  observe((s.u - 62) < 0);
  observe(((unsigned)s.u - 62) < 0);
  observe((one ? -1 : (s.u = 1)) < 0);
  observe((one ? (s.u = 5) : 0) - 6 < 0);
  observe((one ? -1 : s.u++) < 0);
  s.w = 6;
  s.w /= -2;
  observe(s.w);
  s.w = 7;
  s.w %= -4;
  observe(s.w);
  s.x = 3;
  s.x -= 4;
  observe(s.x);
  s.x >>= 30;
  observe(s.x);
  s.u = 5;
  s.u -= 6u;
  observe(s.u);
  return 0;
}
