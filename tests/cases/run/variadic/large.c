// Records and wide numbers are passed by value: what the callee gets is a copy.
#include <stdarg.h>
extern void observe(unsigned long long value);
struct pair { int a, b; };
struct big { char text[11]; struct pair p; int *to; double d; };
union either { long long whole; char part[3]; };
struct none {};
union number { long double d; unsigned long long u[2]; };
static void show(int n, ...) {
  va_list list;
  va_start(list, n);
  struct pair p = va_arg(list, struct pair);
  observe(p.a);
  observe(p.b);
  struct big g = va_arg(list, struct big);
  observe(g.text[10]);
  observe(g.p.b);
  *g.to += 5;
  g.p.a = 77;
  observe(va_arg(list, int));
  observe(va_arg(list, union either).part[1]);
  va_arg(list, struct none);
  observe(va_arg(list, struct pair).b);
#ifdef __SIZEOF_INT128__
  observe(va_arg(list, __int128) >> 70);
#endif
  long double wide = va_arg(list, long double);
  union number bits;
  bits.d = wide;
  observe(bits.u[0]);
  observe(va_arg(list, int));
  va_end(list);
}
static struct pair make(int a) { return (struct pair){a, a + 1}; }
int main(void) {
  int x = 1;
  struct pair p = {3, -4};
  struct big g = {"0123456789", {5, 6}, &x, 0.5};
  g.text[10] = 'z';
  union either e = {0x010203};
  struct none none;
  union number number;
  number.u[0] = 0xa000000000000000;
  number.u[1] = 0x3fff;
  show(9, p, g, 8, e, none, make(40),
#ifdef __SIZEOF_INT128__
       (__int128)-3 << 80,
#endif
       number.d, 99);
  observe(x);
  observe(g.p.a);
  return 0;
}
