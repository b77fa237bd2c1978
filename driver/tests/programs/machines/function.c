// A function with arguments of 16 bits.
// options: -m16 --function average
// check: default => FALSE
// says: not replayed
// says: arguments: a = 
#include <assert.h>
int average(int a, int b) {
  int m = (a + b) / 2;
  assert(a < 0 || b < 0 || m >= 0);
  return m;
}
