// A function of the library is told to copy to where there is nothing.
// options: --check access
// check: default => FALSE
// says: replayed
// says: in `memcpy(to, from, n)`
#include <string.h>
int __VERIFIER_nondet_int(void);

static void copy(char *to, const char *from, int n) {
  memcpy(to, from, n);
}

int main(void) {
  char from[8] = "abcdefg", *to = 0;
  copy(to, from, __VERIFIER_nondet_int() ? 3 : 4);
  return 0;
}
