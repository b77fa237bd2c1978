// Without inputs, the only execution is followed to its failure.
// check: default => FALSE
#include <assert.h>
static int calls;
static int fib(int n) {
  calls++;
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
int main(void) {
  assert(fib(17) == 1597);
  assert(calls == 5168);
  return 0;
}
