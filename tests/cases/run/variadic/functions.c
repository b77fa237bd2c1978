// Functions with variable arguments are called through pointers.
#include <stdarg.h>
extern void observe(unsigned long long value);
typedef int function(int, ...);
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = 0;
  for (int i = 0; i < n; i++) s += va_arg(list, int);
  va_end(list);
  return s;
}
static int product(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = 1;
  for (int i = 0; i < n; i++) s *= va_arg(list, int);
  va_end(list);
  return s;
}
static int ignores(int n, ...) { return n; }
static int apply(function *f, int a, int b) { return f(2, a, b); }
struct table { const char *name; function *f; };
static const struct table all[] = {{"sum", sum}, {"product", product}, {"ignores", ignores}};
int main(void) {
  observe(apply(sum, 3, 4));
  observe(apply(product, 3, 4));
  for (int i = 0; i < 3; i++) observe(all[i].f(3, i, 5, 7));
  function *f = all[1].f == product ? sum : product;
  observe(f(1, 9));
  observe((*f)(0));
  observe(((int (*)(int, ...))product)(2, 6, 7));
  return 0;
}
