// strncpy fills up with zeros, and does not always end a text.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char d[8];
  memset(d, 1, 8);
  char s[6] = "abcde";
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 7) return 0;
  strncpy(d, s, k);
  assert((k == 0 || d[0] == 'a') && (k == 7 ? d[6] == 0 : d[k] == 1));
  if (d[4] == 'e' && d[5] == 1) {
  SHOWN:;
  }
  return 0;
}
