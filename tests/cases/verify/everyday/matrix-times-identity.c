// A matrix times the identity.
// check: default => TRUE
#include <assert.h>
short __VERIFIER_nondet_short(void);

#define N 3
static void multiply(int a[N][N], int b[N][N], int out[N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      out[i][j] = 0;
      for (int k = 0; k < N; k++)
        out[i][j] += a[i][k] * b[k][j];
    }
}
int main(void) {
  int a[N][N], one[N][N] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, out[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = __VERIFIER_nondet_short();
  multiply(a, one, out);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      assert(out[i][j] == a[i][j]);
  return 0;
}
