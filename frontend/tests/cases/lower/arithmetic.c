// Guards of division and shifts, conversions.
int main(void)
{
  int a, b;
  unsigned u, v;
  short s;
  unsigned char c;
  long l;
  a = a / b;
  a = a % 3;
  a = a / -1;
  u = u / v;
  a = s / c;
  a = s / a;
  a = a << b;
  a = a << 3;
  u = u >> (b & 31);
  u = u >> (v % 32);
  u = u << 33;
  u = u >> c;
  s = s + 1;
  s++;
  c += a;
  l = a;
  l = u;
  u = l;
  a = s == 5;
  a = c == 300;
  a = c < s;
  a = (unsigned char)(a + 1) < 7;
  a = -a;
  a = ~a;
  if (c) a = 1 / 0;
  return a;
}
