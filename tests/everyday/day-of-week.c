// The weekday moves by one from a day to the next.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int weekday(int y, int m, int d) {
  static const int shift[] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};
  if (m < 3)
    y--;
  return (y + y / 4 - y / 100 + y / 400 + shift[m - 1] + d) % 7;
}
int main(void) {
  int y = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  __VERIFIER_assume(y >= 1990 && y <= 2010 && m >= 1 && m <= 11);
  int length = m == 2 ? 28 + (y % 4 == 0 && (y % 100 != 0 || y % 400 == 0))
                      : m == 4 || m == 6 || m == 9 || m == 11 ? 30 : 31;
  assert(weekday(y, m + 1, 1) == (weekday(y, m, length) + 1) % 7);
  assert(weekday(2000, 1, 1) == 6);
  return 0;
}
