// Taking the largest coin first does not always give the fewest coins.
// check: default => FALSE
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static const int coins[] = {5, 4, 1};
static int greedy(int amount) {
  int count = 0;
  for (int i = 0; i < 3; i++) {
    count += amount / coins[i];
    amount %= coins[i];
  }
  return count;
}
static int fewest(int amount) {
  int best[16] = {0};
  for (int a = 1; a <= amount; a++) {
    best[a] = best[a - 1] + 1;
    for (int i = 0; i < 2; i++)
      if (a >= coins[i] && best[a - coins[i]] + 1 < best[a])
        best[a] = best[a - coins[i]] + 1;
  }
  return best[amount];
}
int main(void) {
  int amount = __VERIFIER_nondet_int();
  __VERIFIER_assume(amount >= 0 && amount <= 10);
  assert(greedy(amount) == fewest(amount));
  return 0;
}
