// The check digit of a short ISBN-10 notices swapped digits.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int check(const int *d, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += (n + 1 - i) * d[i];
  return (11 - sum % 11) % 11;
}
int main(void) {
  int d[3];
  for (int i = 0; i < 3; i++) {
    d[i] = __VERIFIER_nondet_int();
    __VERIFIER_assume(d[i] >= 0 && d[i] <= 9);
  }
  int before = check(d, 3);
  assert(before >= 0 && before <= 10);
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < 2 && d[i] != d[i + 1]);
  int t = d[i];
  d[i] = d[i + 1];
  d[i + 1] = t;
  assert(check(d, 3) != before);
  return 0;
}
