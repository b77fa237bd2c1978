// memcmp compares bytes as unsigned ones.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char a[3] = {1, 2, 3}, b[3] = {1, 2, 3};
  b[2] = __VERIFIER_nondet_int();
  int r = memcmp(a, b, 3);
  assert((r == 0) == (b[2] == 3) && (r < 0) == (b[2] > 3));
  if (r > 0) {
  SHOWN:;
  }
  return 0;
}
