// A list is passed on, by its value and by its address.
// check: AG !at(WRITTEN) => FALSE
// check: AG !at(OTHER) => TRUE
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static void by_value(va_list list) { *va_arg(list, int *) = 2; }
static void by_address(va_list *list) { *va_arg(*list, int *) = 3; }
static void set(int n, ...) {
  va_list list, copy;
  va_start(list, n);
  va_copy(copy, list);
  by_address(&list);
  by_address(&list);
  by_value(copy);
  va_end(copy);
  va_end(list);
}
int main(void) {
  int x = 1, y = 1;
  if (__VERIFIER_nondet_int() == 123456789) set(2, &x, &y);
  if (x == 2 && y == 3) {
  WRITTEN:;
  } else if (x != 1 || y != 1) {
  OTHER:;
  }
  return 0;
}
