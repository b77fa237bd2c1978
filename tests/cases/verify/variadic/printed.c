// Wrappers of `vprintf` store what `%n` counts, and nothing else: not what they print.
// check: AG !at(COUNTED) => UNKNOWN
// check: AG !at(PRINTED) => TRUE
// check: AG !at(STORED) => UNKNOWN
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern int vprintf(const char *, va_list);
extern int sprintf(char *, const char *, ...);
static void say(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}
int main(void) {
  int counted = 1, printed = 1, stored = 1;
  char text[4] = "abc", room[20];
  if (__VERIFIER_nondet_int() == 123456789) {
    say("%s%n", text, &counted);
    say("%p %s", &printed, text);
    sprintf(room, "%d%n", 5, &stored);
  }
  if (counted != 1) {
  COUNTED:;
  }
  if (printed != 1) {
  PRINTED:;
  }
  if (stored != 1) {
  STORED:;
  }
  return 0;
}
