// Variable arguments, lists and the number of arguments on a small machine.
// options: -m16
// check: default => TRUE
// options: --endian big
// check: default => TRUE
#include <assert.h>
#include <stdarg.h>
static long sum(int count, ...) {
  va_list list;
  long total = 0;
  int i;
  va_start(list, count);
  for (i = 0; i < count; i++) total += i == 1 ? va_arg(list, long) : va_arg(list, int);
  va_end(list);
  return total;
}
int main(int argc, char **argv) {
  assert(argc >= 1);
  assert(sum(3, 1, 100000L, 2) == 100003L);
  return 0;
}
