// Lists are passed on, copied, kept in records and reached through pointers.
#include <stdarg.h>
extern void observe(unsigned long long value);
static int vsum(int n, va_list list) {
  int s = 0;
  while (n--) s += va_arg(list, int);
  return s;
}
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = vsum(n, list);
  va_end(list);
  return s;
}
static int twice(int n, ...) {
  va_list list, again;
  va_start(list, n);
  observe(va_arg(list, int));
  va_copy(again, list);
  int s = vsum(n - 1, list);
  int t = vsum(n - 1, again);
  va_end(again);
  va_end(list);
  va_start(list, n);
  observe(va_arg(list, int));
  va_end(list);
  return s * 1000 + t;
}
static int next(va_list *list) { return va_arg(*list, int); }
static int through(int n, ...) {
  va_list list;
  va_start(list, n);
  int a = next(&list), b = next(&list), c = va_arg(list, int);
  va_end(list);
  return a * 100 + b * 10 + c;
}
struct state { int used; va_list list; };
static int take(struct state *s) {
  s->used++;
  return va_arg(s->list, int);
}
static int kept(int n, ...) {
  struct state s = {0};
  va_start(s.list, n);
  int a = take(&s), b = take(&s);
  va_end(s.list);
  return a * 10 + b + 100 * s.used;
}
static int two(int n, ...) {
  va_list all[2];
  va_start(all[0], n);
  va_start(all[1], n);
  int r = 0;
  for (int i = 0; i < n; i++) r = r * 10 + va_arg(all[i & 1], int);
  va_end(all[0]);
  va_end(all[1]);
  return r;
}
static void outer(int n, ...) {
  va_list list;
  va_start(list, n);
  observe(sum(3, va_arg(list, int), 7, 8));
  observe(va_arg(list, int));
  va_end(list);
}
int main(void) {
  observe(sum(0));
  observe(sum(3, 1, 2, 3));
  observe(sum(2, sum(2, 10, 20), sum(1, 5)));
  observe(twice(3, 4, 5, 6));
  observe(through(3, 1, 2, 3));
  observe(kept(2, 8, 9));
  observe(two(4, 1, 2, 3, 4));
  outer(2, 50, 60);
  for (int i = 0; i < 3; i++) observe(sum(2, i, i * i));
  observe(sizeof(va_list));
  return 0;
}
