// Texts, fields and literal parts of a format are written where they belong.
// check: AG !failed => TRUE
// check: AG !at(THIRD) => FALSE
#include <assert.h>
#include <stdio.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  char b[32];
  const char *names[] = {"red", "blue", "x"};
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n >= 3) return 0;
  int r = snprintf(b, sizeof b, "[%-5s|%03d|%x%%]", names[n], n * 20, 255);
  assert(r == 15 && b[6] == '|' && b[7] == '0' && b[13] == '%' && b[14] == ']' && b[15] == 0);
  if (strcmp(b, "[x    |040|ff%]") == 0) {
  THIRD:;
  }
  return 0;
}
