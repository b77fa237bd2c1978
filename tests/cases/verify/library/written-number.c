// The digits that sprintf writes, and how many, are known.
// check: AG !failed => TRUE
// check: AG !at(WRITTEN) => FALSE
#include <assert.h>
#include <stdio.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char b[8];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 99) return 0;
  int r = sprintf(b, "%d", n);
  assert(r == (n < 10 ? 1 : 2) && strlen(b) == r && b[r - 1] - '0' == n % 10);
  if (b[0] == '7' && b[1] == '3') {
  WRITTEN:;
  }
  return 0;
}
