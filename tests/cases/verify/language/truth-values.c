// What nothing initialises is arbitrary, but a truth value is 0 or 1.
// property: AG {c <= 1} => TRUE
// property: AG !failed => FALSE
#include <assert.h>
#include <stdbool.h>
int main(void) {
  bool c;
  int seen = c ? 1 : 0;
  assert(seen == c);
  assert(c);
  return 0;
}
