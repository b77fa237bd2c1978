// options: integers=undefined
// Where signed arithmetic does not fit, the program ends.
int main(void)
{
  int a, b;
  short s;
  unsigned u;
  long l;
  a = a + b;
  a = a + 1;
  a = a - 1;
  a = 5 - a;
  a = a * b;
  a = -a;
  a++;
  s++;
  u = u + 1;
  l = l * 2;
  a = a << 3;
  return a;
}
