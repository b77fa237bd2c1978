int g;
int down(int n) { int m = n; if (n > 0) { m = down(n - 1); g = g + m; } return m; }
void never(int n) { while (1) { g = n; } }
int main(void) {
  int x = 3;
  g = down(x);
  if (g > 3) { x = 0; never(x); }
  return x;
}
