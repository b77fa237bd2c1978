// An element with more than half of the votes wins.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int votes[5], candidate = 0, lead = 0;
  for (int i = 0; i < 5; i++)
    votes[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 5; i++) {
    if (lead == 0)
      candidate = votes[i];
    lead += votes[i] == candidate ? 1 : -1;
  }
  int x = __VERIFIER_nondet_int(), count = 0;
  for (int i = 0; i < 5; i++)
    count += votes[i] == x;
  if (count > 2)
    assert(candidate == x);
  return 0;
}
