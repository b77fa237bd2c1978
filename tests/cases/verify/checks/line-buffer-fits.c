// A line is cut so that its end fits.
// options: --check bounds,access
// check: default => TRUE
#include <assert.h>
#include <stddef.h>
char __VERIFIER_nondet_char(void);

static size_t read_line(char *buffer, size_t size) {
  size_t n = 0;
  while (n + 1 < size) {
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
  size_t n = read_line(line, sizeof line);
  assert(line[n] == 0 && n < sizeof line);
  return 0;
}
