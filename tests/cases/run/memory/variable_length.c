// Variable-length arrays and sizeof of them.
extern void observe(unsigned long long value);
static int f(int n) {
  int a[n], s = 0;
  for (int i = 0; i < n; i++) a[i] = i * n;
  for (int i = 0; i < n; i++) s += a[i];
  return s + (int)sizeof a;
}
static int g(int r, int c, int m[r][c]) {
  int s = 0;
  for (int i = 0; i < r; i++) for (int j = 0; j < c; j++) s = s * 2 + m[i][j];
  return s;
}
int main(void) {
  for (int i = 1; i < 6; i++) observe(f(i));
  int m[2][3] = {{1, 0, 1}, {1, 1, 0}};
  observe(g(2, 3, m));
  return 0;
}
