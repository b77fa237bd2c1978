// With the system's header, classes of characters are functions with models, not tables without.
// check: AG !failed => TRUE
// check: AG !at(DIGIT) => FALSE
#include <assert.h>
#include <ctype.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  if (isdigit(c)) {
    assert(c >= '0' && c <= '9');
    DIGIT: c = 0;
  }
  return 0;
}
