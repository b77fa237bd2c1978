// memchr finds the first byte.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);
int main(void) {
  char b[5] = "abcd";
  b[2] = __VERIFIER_nondet_char();
  char *r = memchr(b, 'd', 4);
  assert(r == b + 3 || r == b + 2);
  if (r == b + 2) {
  SHOWN:;
  }
  return 0;
}
