// What is written through an argument is written, and nothing else is.
// check: AG !at(WRITTEN) => FALSE
// check: AG !at(OTHER) => TRUE
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static void set(int n, ...) {
  va_list list;
  va_start(list, n);
  int *first = va_arg(list, int *);
  int *second = va_arg(list, int *);
  *first = 9;
  *second = 8;
  va_end(list);
}
int main(void) {
  int x = 1, y = 1;
  if (__VERIFIER_nondet_int() == 123456789) set(2, &x, &y);
  if (x == 9) {
  WRITTEN:;
  }
  if (x == 9 ? y != 8 : y != 1) {
  OTHER:;
  }
  return 0;
}
