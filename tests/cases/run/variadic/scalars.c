// Arguments of all scalar types, promoted as the call promotes them, are what `va_arg` gives.
#include <stdarg.h>
extern void observe(unsigned long long value);
enum colour { RED, GREEN = 70000 };
struct narrow { int three : 3; unsigned five : 5; };
static int twice(int x) { return 2 * x; }
static unsigned long long bits(double d) {
  union { double d; unsigned long long u; } b;
  b.d = d;
  return b.u;
}
static void show(const char *types, ...) {
  va_list list;
  va_start(list, types);
  for (; *types; types++)
    switch (*types) {
    case 'i': observe(va_arg(list, int)); break;
    case 'u': observe(va_arg(list, unsigned)); break;
    case 'l': observe(va_arg(list, long)); break;
    case 'x': observe(va_arg(list, long long)); break;
    case 'e': observe(va_arg(list, enum colour)); break;
    case 'd': observe(bits(va_arg(list, double))); break;
    case 'p': observe(*va_arg(list, int *)); break;
    case 's':
      for (const char *s = va_arg(list, char *); *s; s++) observe(*s);
      break;
    case 'f': observe(va_arg(list, int (*)(int))(21)); break;
    }
  va_end(list);
}
int main(void) {
  signed char c = -7;
  short s = -300;
  unsigned short us = 65535;
  _Bool b = 1;
  int x = 33;
  struct narrow narrow = {-2, 17};
  show("iiuib", c, s, us, b);
  show("ulx", 4000000000u, -5l, -6000000000ll);
  show("edd", GREEN, 1.5, -2.25);
  show("ii", narrow.three, narrow.five);
  show("spsf", "abc", &x, "", twice);
  show("xixi", 1ll << 40, 1, -1ll, 2);
  show("");
  return 0;
}
