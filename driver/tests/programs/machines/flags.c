// Flags of compilers for other machines.
// options: -mbig-endian
// check: default => TRUE
// options: -m32 -EB
// check: default => TRUE
// options: -m16 -EB -EL
// check: default => FALSE
// options: -mlittle-endian
// check: default => FALSE
#include <assert.h>
int main(void) {
  int one = 1;
  assert(*(char *)&one == 0);
  return 0;
}
