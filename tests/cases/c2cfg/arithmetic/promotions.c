// Narrow operands are promoted, the result is converted back.
unsigned char c;
short s;
int i;
unsigned u;
int main(void) {
  c = c + s;
  s += c;
  i = u + i > c;
  u = -s;
  return 0;
}
