// The sum of a range is a difference of prefix sums.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

int main(void) {
  unsigned a[4], sums[5] = {0};
  for (int i = 0; i < 4; i++) {
    a[i] = __VERIFIER_nondet_uchar();
    sums[i + 1] = sums[i] + a[i];
  }
  int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= from && from <= to && to <= 4);
  unsigned sum = 0;
  for (int i = from; i < to; i++)
    sum += a[i];
  assert(sum == sums[to] - sums[from]);
  return 0;
}
