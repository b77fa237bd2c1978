int g;
int add(int n) { g = n; return n + 1; }
int main(void) {
  int x = 4, y;
  y = add(x);
  if (y == g) x = add(7);
  return x;
}
