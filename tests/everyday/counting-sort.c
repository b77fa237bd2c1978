// Small numbers are sorted by counting them.
// check: default => TRUE
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char a[5], sorted[5];
  int count[4] = {0}, k = 0, sum = 0;
  for (int i = 0; i < 5; i++) {
    a[i] = __VERIFIER_nondet_uchar() & 3;
    count[a[i]]++;
    sum += a[i];
  }
  for (int v = 0; v < 4; v++)
    while (count[v]-- > 0)
      sorted[k++] = (unsigned char)v;
  assert(k == 5);
  for (int i = 0; i < 5; i++) {
    sum -= sorted[i];
    assert(i == 0 || sorted[i - 1] <= sorted[i]);
  }
  assert(sum == 0);
  return 0;
}
