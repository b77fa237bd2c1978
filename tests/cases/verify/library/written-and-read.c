// What snprintf writes, atoi reads.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char b[12];
  int n = __VERIFIER_nondet_int();
  if (n < -99 || n > 99) return 0;
  snprintf(b, sizeof b, "%d", n);
  assert(atoi(b) == n);
  if (atoi(b) == -42) {
  SHOWN:;
  }
  return 0;
}
