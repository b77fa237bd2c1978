// The day of the year and back.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
static int leap(int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }
static int length(int y, int m) { return days[m - 1] + (m == 2 && leap(y)); }
static int to_number(int y, int m, int d) {
  for (int i = 1; i < m; i++)
    d += length(y, i);
  return d;
}
int main(void) {
  int y = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
  __VERIFIER_assume(y >= 1999 && y <= 2004 && m >= 1 && m <= 12);
  __VERIFIER_assume(d >= 1 && d <= length(y, m));
  int n = to_number(y, m, d), month = 1;
  assert(n >= 1 && n <= 365 + leap(y));
  while (n > length(y, month))
    n -= length(y, month++);
  assert(month == m && n == d);
  return 0;
}
