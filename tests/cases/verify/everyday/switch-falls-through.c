// Cases that fall through count what is left.
// check: default => TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
static unsigned duff(unsigned n) {
  unsigned c = 0;
  switch (n & 3) {
  case 3: c++; /* fall through */
  case 2: c++; /* fall through */
  case 1: c++; break;
  default: c = 4;
  }
  return c;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  assert(duff(n) == ((n & 3) ? (n & 3) : 4));
  return 0;
}
