// Two ways to count the bits of a word.
// check: default => TRUE
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);

static unsigned count(unsigned x) {
  unsigned n = 0;
  for (; x; x >>= 1)
    n += x & 1;
  return n;
}
static unsigned count_in_parallel(unsigned x) {
  x = x - ((x >> 1) & 0x55555555u);
  x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
  x = (x + (x >> 4)) & 0x0F0F0F0Fu;
  return (x * 0x01010101u) >> 24;
}
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(count(x) == count_in_parallel(x));
  return 0;
}
