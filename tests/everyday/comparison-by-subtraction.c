// The difference of two numbers is no comparison of them.
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
char __VERIFIER_nondet_char(void);

static int8_t compare(int8_t a, int8_t b) { return (int8_t)(a - b); }
int main(void) {
  int8_t a[3];
  for (int i = 0; i < 3; i++)
    a[i] = (int8_t)__VERIFIER_nondet_char();
  if (compare(a[0], a[1]) <= 0 && compare(a[1], a[2]) <= 0)
    assert(compare(a[0], a[2]) <= 0);
  return 0;
}
