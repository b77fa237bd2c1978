// With other formats what is written is not known, but where it ends.
// check: AG !failed => TRUE
// check: AG !at(ONE) => UNKNOWN
#include <assert.h>
#include <stdio.h>
int main(void) {
  char b[9];
  int r = snprintf(b, sizeof b, "%f", 1.0);
  assert(r < 0 || b[r < 9 ? r : 8] == 0);
  if (b[0] == '1') {
  ONE:;
  }
  return 0;
}
