// strncmp looks at no more than it is told to.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char a[6] = "abcxx", b[6] = "abcyy";
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 5) return 0;
  assert((strncmp(a, b, k) == 0) == (k <= 3));
  if (strncmp(a, b, k) < 0) {
  SHOWN:;
  }
  return 0;
}
