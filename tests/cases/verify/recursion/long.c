// Without inputs, the only execution is followed, however many calls there are.
// check: default => TRUE
#include <assert.h>
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
  assert(fib(17) == 1597);
  return 0;
}
