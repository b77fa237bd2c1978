// The same program may fail on another machine.
// options: -m32
// check: default => FALSE
#include <assert.h>
int main(void) {
  unsigned short u = 65535;
  assert(u + 1 == 0);
  return 0;
}
