// strstr finds the first place of a text, or none.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char s[8] = "xxabxx";
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 5) return 0;
  s[k] = 'a';
  char *r = strstr(s, "ab");
  assert(k == 3 ? !r : r == s + 2);
  if (r == 0) {
  SHOWN:;
  }
  return 0;
}
