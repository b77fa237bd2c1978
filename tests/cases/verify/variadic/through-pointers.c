// Functions with variable arguments are called through pointers.
// check: AG !at(WRITTEN) => FALSE
// check: AG !at(OTHER) => TRUE
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static int set(int n, ...) {
  va_list list;
  va_start(list, n);
  *va_arg(list, int *) = n;
  va_end(list);
  return 0;
}
static int twice(int n, ...) {
  va_list list;
  va_start(list, n);
  *va_arg(list, int *) = 2 * n;
  va_end(list);
  return 0;
}
int main(void) {
  int x = 1, k = __VERIFIER_nondet_int();
  int (*f)(int, ...) = k > 100 ? set : twice;
  if (k == 123456789 || k == 50) f(7, &x);
  if (x == 7) {
  WRITTEN:;
  } else if (x != 1 && x != 14) {
  OTHER:;
  }
  return 0;
}
