// A row of Pascal's triangle adds up to a power of two.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 8);
  int row[9] = {1};
  for (int i = 1; i <= n; i++)
    for (int k = i; k > 0; k--)
      row[k] += row[k - 1];
  int sum = 0;
  for (int k = 0; k <= n; k++)
    sum += row[k];
  assert(sum == 1 << n);
  return 0;
}
