// Years that four hundred divides are taken for common years.
// check: default => FALSE
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int leap(int year) {
  if (year % 100 == 0)
    return 0;
  return year % 4 == 0;
}
static int days_between(int from, int to) {
  int days = 0;
  for (int y = from; y < to; y++)
    days += 365 + leap(y);
  return days;
}
int main(void) {
  int year = __VERIFIER_nondet_int();
  __VERIFIER_assume(year >= 1901 && year <= 2095);
  assert(days_between(year, year + 4) == 4 * 365 + 1);
  return 0;
}
