// The same where lists are passed by value.
// options: -m32
// check: default => TRUE
#include <stdarg.h>
extern void reach_error(void);
static int all(int n, va_list list) {
  int s = 0;
  for (int i = 0; i < n; i++) s += va_arg(list, int);
  return s;
}
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = all(n, list);
  va_end(list);
  return s;
}
int main(void) {
  if (sum(3, 1, 2, 3) != 6) reach_error();
  return 0;
}
