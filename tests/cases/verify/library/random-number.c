// rand gives any number that is not negative.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <stdlib.h>
int main(void) {
  srand(1);
  int r = rand()%6+1;
  assert(r >= 1 && r <= 6);
  if (r == 6) {
  SHOWN:;
  }
  return 0;
}
