// options: integers=mathematical
// Unbounded numbers: no overflow, and no bits.
int main(void)
{
  int a, b;
  unsigned u;
  a = a / b;
  a = a << 2;
  a = a & b;
  a = ~a;
  u = u - 1;
  a = (short)a;
  a = 5 & 3;
  return a;
}
