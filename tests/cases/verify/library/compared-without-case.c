// strcasecmp takes letters of both cases for the same.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <string.h>
#include <strings.h>
char __VERIFIER_nondet_char(void);
int main(void) {
  char a[4] = "abc", b[4] = "ABC";
  b[1] = __VERIFIER_nondet_char();
  assert((strcasecmp(a, b) == 0) == (b[1] == 'B' || b[1] == 'b'));
  if (strcasecmp(a, b) > 0) {
  SHOWN:;
  }
  return 0;
}
