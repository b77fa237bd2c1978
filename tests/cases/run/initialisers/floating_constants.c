// Floating constants are rounded once, to their own type.
extern void observe(unsigned long long value);
static unsigned long long of(double number) { union { double d; unsigned long long b; } u = {number}; return u.b; }
static unsigned of_float(float number) { union { float f; unsigned b; } u = {number}; return u.b; }
static const double wide = 2.5L, wider = 0x1p-1074L, least = 0x1p-1074, half = 0x1p-1075, above = 0x1.00000000000001p-1075, large = 0x1.fffffffffffff8p1023;
int main(void) {
  observe(of(wide)), observe(of(wider)), observe(of(least)), observe(of(half)), observe(of(above)), observe(of(large));
  observe(of(0x.8p0)), observe(of(0x1.p3)), observe(of(0x1.00000000000008p0)), observe(of(0x1.000000000000080001p0));
  observe(of(0xfffffffffffffbffp0)), observe(of(0xfffffffffffffc00p0)), observe(of(1e400)), observe(of(2.4703282292062328e-324));
  observe(of_float(0x1.00000100000001p0f)), observe(of_float(0x1.000001p0F)), observe(of_float(0x1.000003p0f));
  observe(of_float(1.00000005960464477540f)), observe(of_float(1.000000059604644775390625f)), observe(of_float(1e39f));
  observe(of_float(0x1p-149f)), observe(of_float(0x1p-150f)), observe(of_float(0x1.8p-150f)), observe(of_float((float)1e-50));
  observe(of_float((float)9007199791611905LL)), observe(of_float(16777217));
  observe(0x1p-1074 > 0), observe(0x1p-1075 > 0), observe(0.1f == 0.1), observe(0.5f == 0.5), observe((int)1e9f), observe((long long)-2.75);
  return 0;
}
