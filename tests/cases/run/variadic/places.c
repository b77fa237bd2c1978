// Lists are kept where other objects are: in records that are copied, static, allocated.
#include <stdarg.h>
extern void observe(unsigned long long value);
extern void *malloc(typeof(sizeof(0)));
extern void *memcpy(void *, const void *, typeof(sizeof(0)));
struct state { int used; va_list list; };
static va_list everywhere;
static va_list *current;
static int next(void) { return va_arg(*current, int); }
static int records(int n, ...) {
  struct state first = {n}, second;
  va_start(first.list, n);
  observe(va_arg(first.list, int));
  second = first;
  observe(va_arg(first.list, int));
  observe(va_arg(second.list, int));
  va_end(first.list);
  return second.used;
}
static void statics(int n, ...) {
  va_start(everywhere, n);
  observe(va_arg(everywhere, int));
  current = &everywhere;
  observe(next());
  va_end(everywhere);
}
static void allocated(int n, ...) {
  struct state *state = malloc(sizeof *state);
  va_start(state->list, n);
  current = &state->list;
  observe(next());
  observe(va_arg(state->list, int));
  va_end(state->list);
}
static void bytes(int n, ...) {
  va_list list, kept;
  va_start(list, n);
  observe(va_arg(list, int));
  memcpy(&kept, &list, sizeof list);
  observe(va_arg(list, int));
  observe(va_arg(kept, int));
  va_end(list);
}
static int choose(int which, ...) {
  va_list one, other;
  va_start(one, which);
  va_start(other, which);
  va_arg(other, int);
  va_list *list = which ? &one : &other;
  int first = va_arg(*list, int);
  return first * 100 + va_arg(one, int) * 10 + va_arg(other, int);
}
int main(void) {
  observe(records(7, 1, 2));
  statics(2, 3, 4);
  allocated(2, 5, 6);
  bytes(2, 7, 8);
  observe(choose(0, 1, 2, 3));
  observe(choose(1, 1, 2, 3));
  return 0;
}
