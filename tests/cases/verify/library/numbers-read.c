// As many numbers are stored as the result says, and all can be read.
// check: AG !failed => TRUE
// check: AG !at(BOTH) => FALSE
// check: AG !at(FIRST) => UNKNOWN
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x = 1, y = 2;
  int r = scanf("%d%d", &x, &y);
  assert(r <= 2 && (r > 1 || y == 2) && (r > 0 || x == 1));
  if (r == 2 && x == 17 && y == -3) { BOTH: x = 0; }
  if (r == 1) { FIRST: x = 0; }
  return 0;
}
