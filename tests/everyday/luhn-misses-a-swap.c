// Swapping neighbours 0 and 9 is not noticed.
// check: default => FALSE
#include <assert.h>
#include <stdbool.h>
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assume(int);

static const int doubled[10] = {0, 2, 4, 6, 8, 1, 3, 5, 7, 9};
static bool valid(const unsigned char *digits) {
  return (digits[0] + doubled[digits[1]] + digits[2] + doubled[digits[3]]) % 10 == 0;
}
int main(void) {
  unsigned char d[4];
  for (int i = 0; i < 4; i++) {
    d[i] = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(d[i] < 10);
  }
  __VERIFIER_assume(valid(d) && d[1] != d[2]);
  unsigned char t = d[1];
  d[1] = d[2];
  d[2] = t;
  assert(!valid(d));
  return 0;
}
