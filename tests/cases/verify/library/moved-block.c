// memmove copies what overlaps.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char d[6] = "abcde";
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 4) return 0;
  memmove(d + 1, d, k);
  assert(d[0] == 'a' && (k == 0 || d[1] == 'a') && (k < 2 || d[2] == 'b'));
  if (d[4] == 'd') {
  SHOWN:;
  }
  return 0;
}
