// Floating-point numbers: copies, constants and signs are exact.
float f = 1.5f;
double d = 3, e;
long double l;
struct { double x[2]; } s;
double third = 1.0 / 3.0;
int folded(void) { return third > 1.0 / 3.0; }
double table[] = { 1.0, -2.5, 0.1f, 1 };
long double wide = 2.0L;
int main(void)
{
  int i;
  d = e;
  s.x[i] = -d;
  d = d + e;
  i = d < e;
  i = 1.0 < 2.0;
  i = d;
  d = i;
  d = 7;
  i = 2.5;
  if (d) i = 1;
  f = d;
  l = 1.0;
  d++;
  d += i;
  i = !d + folded();
  d = table[i] + wide;
  return 0;
}
