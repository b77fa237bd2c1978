// The sieve agrees with trial division.
// check: default => TRUE
#include <assert.h>
#include <stdbool.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

#define N 30
static bool prime(int n) {
  if (n < 2)
    return false;
  for (int d = 2; d * d <= n; d++)
    if (n % d == 0)
      return false;
  return true;
}
int main(void) {
  bool crossed[N] = {true, true};
  for (int i = 2; i * i < N; i++)
    if (!crossed[i])
      for (int j = i * i; j < N; j += i)
        crossed[j] = true;
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < N);
  assert(prime(n) == !crossed[n]);
  return 0;
}
