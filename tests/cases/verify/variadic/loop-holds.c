// A loop over the arguments adds them all.
// check: default => TRUE
#include <stdarg.h>
extern void reach_error(void);
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = 0;
  for (int i = 0; i < n; i++) s += va_arg(list, int);
  va_end(list);
  return s;
}
int main(void) {
  if (sum(3, 1, 2, 3) != 6) reach_error();
  return 0;
}
