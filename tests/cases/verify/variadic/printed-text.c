// What a wrapper of `vprintf` prints keeps its value; how much was printed is not known.
// check: AG !at(CHANGED) => TRUE
// check: AG !at(LONG) => UNKNOWN
#include <stdarg.h>
extern int __VERIFIER_nondet_int(void);
extern int vsprintf(char *, const char *, va_list);
static int say(char *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsprintf(to, format, list);
  va_end(list);
  return n;
}
int main(void) {
  char text[4] = "abc", room[20];
  int n = say(room, "%s %d", text, 12);
  if (text[1] != 'b') {
  CHANGED:;
  }
  if (n > 4) {
  LONG:;
  }
  return 0;
}
