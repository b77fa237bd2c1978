// Every pair is swapped twice, so nothing is transposed.
// check: default => FALSE
#include <assert.h>
int __VERIFIER_nondet_int(void);

#define N 2
static void transpose(int m[N][N]) {
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      int t = m[i][j];
      m[i][j] = m[j][i];
      m[j][i] = t;
    }
}
int main(void) {
  int m[N][N], copy[N][N];
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      copy[i][j] = m[i][j] = __VERIFIER_nondet_int();
  transpose(m);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      assert(m[i][j] == copy[j][i]);
  return 0;
}
