// A function with variable arguments that calls itself, and lists that activations of it share.
#include <stdarg.h>
extern void observe(unsigned long long value);
static int depth(int n, ...) {
  va_list list;
  va_start(list, n);
  int first = va_arg(list, int), second = va_arg(list, int);
  va_end(list);
  return n ? depth(n - 1, second, first + 1) : first * 10 + second;
}
static int pull(int n, va_list *list) {
  return n ? va_arg(*list, int) + pull(n - 1, list) : 0;
}
static int all(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = pull(n, &list);
  va_end(list);
  return s;
}
int main(void) {
  observe(depth(3, 1, 2));
  observe(all(3, 4, 5, 6));
  return 0;
}
