// Records are passed by value, and pointers in them go where they point to.
// check: AG !at(WRITTEN) => FALSE
// check: AG !at(OTHER) => TRUE
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
struct named { char name[3]; int *to; };
struct pair { int a, b; };
static int set(int n, ...) {
  va_list list;
  va_start(list, n);
  struct pair pair = va_arg(list, struct pair);
  struct named named = va_arg(list, struct named);
  *named.to = pair.b;
  pair.a = 50;
  va_end(list);
  return pair.a;
}
int main(void) {
  int x = 1;
  struct pair pair = {3, 4};
  struct named named = {"ab", &x};
  if (__VERIFIER_nondet_int() == 123456789) set(2, pair, named);
  if (x == 4) {
  WRITTEN:;
  }
  if (x != 1 && x != 4 || pair.a != 3) {
  OTHER:;
  }
  return 0;
}
