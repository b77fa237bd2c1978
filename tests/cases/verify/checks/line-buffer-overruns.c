// A line of eight characters does not leave room for its end.
// options: --check bounds
// check: default => FALSE
#include <stddef.h>
char __VERIFIER_nondet_char(void);

static size_t read_line(char *buffer, size_t size) {
  size_t n = 0;
  while (n < size) {
    char c = __VERIFIER_nondet_char();
    if (c == '\n' || c == 0)
      break;
    buffer[n++] = c;
  }
  buffer[n] = 0;
  return n;
}
int main(void) {
  char line[8];
  read_line(line, sizeof line);
  return 0;
}
