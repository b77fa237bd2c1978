// Pointers of 16 bits fit into an `unsigned int`, those of 32 do not.
// options: -m16
// check: default => TRUE
// options: -m16 --sizes pointer=32
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
int x;
int main(void) {
  int *p = &x;
  unsigned int number = (unsigned int)(uintptr_t)p;
  int *q = (int *)(uintptr_t)number;
  assert(sizeof p == sizeof number);
  assert(p == q);
  *q = 3;
  assert(x == 3);
  return 0;
}
