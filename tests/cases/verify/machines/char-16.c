// `char` is not signed on the machine of 16 bits, unless a flag says so.
// options: -m16
// check: default => TRUE
// options: -m16 --compiler-flag=-fsigned-char
// check: default => FALSE
#include <assert.h>
#include <limits.h>
int main(void) {
  char c = 200;
  assert(c == 200);
  assert(CHAR_MAX == 255);
  return 0;
}
