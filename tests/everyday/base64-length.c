// The length of the encoding forgets the padding.
// check: default => FALSE
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int encoded_length(int n) { return (n * 4 + 2) / 3; }
static int encode(int n) {
  int out = 0;
  for (; n > 0; n -= 3)
    out += 4;
  return out;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= 12);
  assert(encode(n) == encoded_length(n));
  return 0;
}
