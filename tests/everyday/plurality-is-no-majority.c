// The winner of the vote is taken for the majority without counting.
// check: default => FALSE
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  int votes[5], candidate = 0, lead = 0, count = 0;
  for (int i = 0; i < 5; i++) {
    votes[i] = __VERIFIER_nondet_int();
    __VERIFIER_assume(votes[i] >= 1 && votes[i] <= 3);
  }
  for (int i = 0; i < 5; i++) {
    if (lead == 0)
      candidate = votes[i];
    lead += votes[i] == candidate ? 1 : -1;
  }
  for (int i = 0; i < 5; i++)
    count += votes[i] == candidate;
  assert(count >= 2);
  return 0;
}
