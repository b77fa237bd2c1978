// A function that is always inlined passes its variable arguments on.
#include <stdarg.h>
extern void observe(unsigned long long value);
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = 0;
  while (n--) s += va_arg(list, int);
  va_end(list);
  return s;
}
extern inline __attribute__((always_inline, gnu_inline)) int pass(int n, ...) {
  return sum(n, __builtin_va_arg_pack());
}
int main(void) {
  observe(pass(3, 1, 2, 3));
  observe(pass(0));
  return 0;
}
