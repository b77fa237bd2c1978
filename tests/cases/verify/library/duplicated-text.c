// strdup copies: the original may change.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);
int main(void) {
  char s[4] = "abc";
  s[1] = __VERIFIER_nondet_char();
  char *d = strdup(s);
  s[0] = 'x';
  assert(d[0] == 'a' && d[1] == s[1]);
  if (strcmp(d, "azc") == 0) {
  SHOWN:;
  }
  return 0;
}
