// Wrappers of `vsscanf` store through their arguments, and what they store is not known.
// check: AG !at(READ) => UNKNOWN
// check: AG !at(OTHER) => TRUE
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern int vsscanf(const char *, const char *, va_list);
static void get(const char *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsscanf(text, format, list);
  va_end(list);
}
int main(void) {
  int x = 1, y = 1;
  if (__VERIFIER_nondet_int() == 123456789) get("12", "%d", &x);
  if (x == 12) {
  READ:;
  }
  if (y != 1) {
  OTHER:;
  }
  return 0;
}
