// What nothing initialises is arbitrary, but a truth value is 0 or 1.
// check: AG (at(SEEN) -> {c <= 1}) => TRUE
// check: AG !at(ODD) => TRUE
// check: AG !at(TRUE) => FALSE
#include <stdbool.h>
int main(void) {
  bool c;
SEEN:;
  int seen = c ? 1 : 0;
  if (seen != c) {
  ODD:;
  }
  if (c) {
  TRUE:;
  }
  return 0;
}
