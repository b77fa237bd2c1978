// memset fills every byte.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);
int main(void) {
  int a[4];
  memset(a, __VERIFIER_nondet_char(), sizeof a);
  assert(a[0] == a[3]);
  if (a[1] == 0x05050505) {
  SHOWN:;
  }
  return 0;
}
