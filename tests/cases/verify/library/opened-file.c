// An opened file is no variable of the program; opening one may fail, or not.
// check: AG !failed => TRUE
// check: AG !at(OPENED) => FALSE
// check: AG !at(FAILED) => FALSE
#include <assert.h>
#include <stdio.h>
int x;
int main(void) {
  FILE *f = fopen("a", "r");
  assert((void *)f != (void *)&x && !fopen("", "r"));
  if (f) { OPENED: x = 1; } else { FAILED: x = 2; }
  return 0;
}
