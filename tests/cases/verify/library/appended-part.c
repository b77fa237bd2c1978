// strncat appends no more than it is told to, and ends the text.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char d[10] = "ab";
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 6) return 0;
  strncat(d,"cdef",k);
  assert(strlen(d) == (k < 4 ? 2+k : 6));
  if (strlen(d) == 5 && d[4] == 'e') {
  SHOWN:;
  }
  return 0;
}
