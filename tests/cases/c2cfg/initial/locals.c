int main(void) {
  int a, b = 2, c;
  int d[3];
  a = b;
  return a + c + d[a];
}
