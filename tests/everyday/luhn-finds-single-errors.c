// A wrong digit makes the check of a card number fail.
// check: default => TRUE
#include <assert.h>
#include <stdbool.h>
unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static bool valid(const unsigned char *digits, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    int d = digits[n - 1 - i];
    if (i % 2 == 1) {
      d *= 2;
      if (d > 9)
        d -= 9;
    }
    sum += d;
  }
  return sum % 10 == 0;
}
int main(void) {
  unsigned char card[5];
  for (int i = 0; i < 5; i++) {
    card[i] = __VERIFIER_nondet_uchar();
    __VERIFIER_assume(card[i] <= 9);
  }
  __VERIFIER_assume(valid(card, 5));
  unsigned place = __VERIFIER_nondet_uint();
  unsigned char other = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(place < 5 && other <= 9 && other != card[place]);
  card[place] = other;
  assert(!valid(card, 5));
  return 0;
}
