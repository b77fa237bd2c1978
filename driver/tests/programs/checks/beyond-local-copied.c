// A function of the library is told to copy more than there is room for on the stack.
// options: --check access
// check: default => FALSE
// says: replayed
// says: in `memcpy(to, from, n)`
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);

static void copy(char *to, const char *from, unsigned n) { memcpy(to, from, n); }

int main(void) {
  char from[8] = "abcdefg", to[7];
  unsigned n = __VERIFIER_nondet_uchar();
  if (n <= sizeof from)
    copy(to, from, n);
  return 0;
}
