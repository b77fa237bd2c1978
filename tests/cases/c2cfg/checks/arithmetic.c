// Each place that could go wrong is an assertion; where that plainly cannot be, there is none.
// options: --check overflow,div,shift
int x, y;
unsigned u;
short s;
int main(void) {
  x = x + 1;
  x = x * y;
  x = -y;
  x = x / y;
  x = x % 7;
  x = x << y;
  u = u << 3;
  u = u + 1;
  s = s + s;
  return x >> 40;
}
