// Adding digits again and again gives the remainder of nine.
// check: default => TRUE
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static unsigned digit_sum(unsigned n) {
  unsigned sum = 0;
  for (; n; n /= 10)
    sum += n % 10;
  return sum;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n < 1000);
  unsigned root = n;
  while (root > 9)
    root = digit_sum(root);
  assert(root == (n == 0 ? 0 : 1 + (n - 1) % 9));
  return 0;
}
