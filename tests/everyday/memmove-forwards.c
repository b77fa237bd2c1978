// Overlapping memory is copied in the wrong direction.
// check: default => FALSE
#include <assert.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static void move(unsigned char *to, const unsigned char *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}
int main(void) {
  unsigned char a[6], before[6];
  for (int i = 0; i < 6; i++)
    before[i] = a[i] = __VERIFIER_nondet_uchar();
  unsigned from = __VERIFIER_nondet_uint(), to = __VERIFIER_nondet_uint();
  __VERIFIER_assume(from <= 3 && to <= 3);
  move(a + to, a + from, 3);
  assert(memcmp(a + to, before + from, 3) == 0);
  return 0;
}
