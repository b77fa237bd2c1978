// strspn counts what belongs to a set.
// check: AG !failed => TRUE
// check: AG !at(SHOWN) => FALSE
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char s[6] = "12345";
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 4) return 0;
  s[k] = 'x';
  size_t n = strspn(s, "0123456789");
  assert(n == k);
  if (n == 3) {
  SHOWN:;
  }
  return 0;
}
