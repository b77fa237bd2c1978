// A function of the library is told to copy more than was allocated.
// options: --check access
// check: default => FALSE
// says: replayed
// says: in `memcpy(to, from, n)`
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

static void copy(char *to, const char *from, int n) {
  memcpy(to, from, n);
}

int main(void) {
  char from[8] = "abcdefg", *to = malloc(7);
  if (!to)
    return 1;
  copy(to, from, __VERIFIER_nondet_int() ? 7 : 8);
  free(to);
  return 0;
}
