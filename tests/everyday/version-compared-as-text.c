// Versions are compared as text, so that 10 comes before 9.
// check: default => FALSE
#include <assert.h>
#include <string.h>
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static void print(unsigned n, char *out) {
  if (n >= 10)
    *out++ = (char)('0' + n / 10);
  *out++ = (char)('0' + n % 10);
  *out = 0;
}
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  __VERIFIER_assume(a < 20 && b < 20);
  char x[4], y[4];
  print(a, x);
  print(b, y);
  assert((strcmp(x, y) < 0) == (a < b));
  return 0;
}
