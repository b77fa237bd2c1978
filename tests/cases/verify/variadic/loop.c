// A loop over the arguments.
// check: AG !at(SUM) => FALSE
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = 0;
  for (int i = 0; i < n; i++) s += va_arg(list, int);
  va_end(list);
  return s;
}
int main(void) {
  int s = 0;
  if (__VERIFIER_nondet_int() == 123456789) s = sum(2, 1, 2);
  if (s == 3) {
  SUM:;
  }
  return 0;
}
