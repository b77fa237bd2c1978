// What does not fit is cut off by snprintf, and its result says how long the text would be.
// check: AG !failed => TRUE
// check: AG !at(SEVEN) => FALSE
#include <assert.h>
#include <stdio.h>
#include <string.h>
short __VERIFIER_nondet_short(void);
int main(void) {
  char b[4];
  int r = snprintf(b, sizeof b, "v%d", __VERIFIER_nondet_short());
  assert(r >= 2 && r <= 7 && b[0] == 'v' && strlen(b) <= 3);
  if (r == 7) {
  SEVEN:;
  }
  return 0;
}
