// There is no compiler for the machine here, and the verdict says so.
// options: -m16
// check: default => FALSE
// says: not replayed: no compiler here is for this machine (IP16)
// says: inputs: x = 
// options: -m32 --endian big
// check: default => TRUE
// says: certified
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x < 20000) assert(x * 2 > 0);
  return 0;
}
