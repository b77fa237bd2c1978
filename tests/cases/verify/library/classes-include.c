// Classes of characters include each other.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <ctype.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  if (c < 0 || c > 127) return 0;
  assert(!isalpha(c) || isalnum(c));
  if (isalpha(c) && isupper(c) && isxdigit(c)) {
  SHOWN:;
  }
  return 0;
}
