// An addition that overflows if `int` has 16 bits only.
// options: -m16
// check: default => FALSE
// options: -m32
// check: default => TRUE
// options: -m16 --sizes int=32,pointer=32
// check: default => TRUE
// options: -m64 --sizes int=16
// check: default => FALSE
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int a = __VERIFIER_nondet_uchar() * 100;
  int b = __VERIFIER_nondet_uchar() * 100;
  assert(a + b >= 0);
  return 0;
}
