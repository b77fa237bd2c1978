// An argument that was not passed, or that is asked for by another type, has no value.
// check: AG !at(MISSING) => UNKNOWN
// check: AG !at(OTHER) => UNKNOWN
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
static int both(int n, ...) {
  va_list list;
  va_start(list, n);
  int first = va_arg(list, int), second = va_arg(list, int);
  va_end(list);
  return first + second;
}
static int wide(int n, ...) {
  va_list list;
  va_start(list, n);
  long long first = va_arg(list, long long);
  va_end(list);
  return first == 3;
}
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789 && both(1, 3) == 3) {
  MISSING:;
  }
  if (__VERIFIER_nondet_int() == 123456789 && wide(1, 3)) {
  OTHER:;
  }
  return 0;
}
