// A row that does not exist, of an array of rows.
// options: --check bounds
// check: default => FALSE
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int m[3][4] = {{0}};
  int k = 0;
  for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) m[i][j] = k++;
  unsigned r = __VERIFIER_nondet_uchar() % 4, c = __VERIFIER_nondet_uchar() % 4;
  assert(m[r][c] == (int)(4 * r + c));
  return 0;
}
