// toupper changes letters only.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <ctype.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int c = __VERIFIER_nondet_int();
  if (c < 0 || c > 127) return 0;
  int u = toupper(c);
  assert((u == c || u == c-32) && !islower(u));
  if (u == 'Q' && c != u) {
  SHOWN:;
  }
  return 0;
}
