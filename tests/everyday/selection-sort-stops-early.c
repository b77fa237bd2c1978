// The last element is never looked at.
// check: default => FALSE
#include <assert.h>
short __VERIFIER_nondet_short(void);

static void sort(short *a, int n) {
  for (int i = 0; i < n - 1; i++) {
    int least = i;
    for (int j = i + 1; j < n - 1; j++)
      if (a[j] < a[least])
        least = j;
    short t = a[i];
    a[i] = a[least];
    a[least] = t;
  }
}
int main(void) {
  short a[4];
  for (int i = 0; i < 4; i++)
    a[i] = __VERIFIER_nondet_short();
  sort(a, 4);
  for (int i = 1; i < 4; i++)
    assert(a[i - 1] <= a[i]);
  return 0;
}
