// strtoul reads a prefix, and stops at what is no digit.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  char *e;
  unsigned k = __VERIFIER_nondet_uint();
  if (k > 9) return 0;
  char s[8] = "0x0f;";
  s[3] = '0'+k;
  unsigned long v = strtoul(s, &e, 0);
  assert(v == k && *e == ';');
  if (v == 8) {
  SHOWN:;
  }
  return 0;
}
