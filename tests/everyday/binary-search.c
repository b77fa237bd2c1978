// Every number is found exactly if it is in the table.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);

static const int table[] = {2, 3, 5, 7, 11, 13, 17};
enum { COUNT = sizeof table / sizeof *table };
static int search(int x) {
  int low = 0, high = COUNT;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (table[middle] < x)
      low = middle + 1;
    else
      high = middle;
  }
  return low < COUNT && table[low] == x ? low : -1;
}
int main(void) {
  int x = __VERIFIER_nondet_int(), found = -1;
  for (int i = 0; i < COUNT; i++)
    if (table[i] == x)
      found = i;
  assert(search(x) == found);
  return 0;
}
