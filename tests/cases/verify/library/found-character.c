// strchr finds the end of a text, too.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);
int main(void) {
  char s[6] = "hello";
  int c = __VERIFIER_nondet_char();
  char *r = strchr(s, c);
  assert(!r || *r == (char)c);
  if (r == s + 5) {
  SHOWN:;
  }
  return 0;
}
