// Matrix product and power, with static arrays passed by pointer.
extern void observe(unsigned long long value);
#define N 3
typedef int matrix[N][N];
static void product(matrix r, matrix a, matrix b) {
  matrix t;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      t[i][j] = 0;
      for (int k = 0; k < N; k++) t[i][j] += a[i][k] * b[k][j];
    }
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) r[i][j] = t[i][j];
}
int main(void) {
  matrix a = {{1, 2, 3}, {0, 1, 4}, {5, 6, 0}}, r = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int n = 13; n; n >>= 1) {
    if (n & 1) product(r, r, a);
    product(a, a, a);
  }
  for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) observe(r[i][j]);
  return 0;
}
