// The length of two strings together.
// check: default => TRUE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

static size_t join(char *out, size_t room, const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b);
  if (n + m + 1 > room)
    return 0;
  memcpy(out, a, n);
  memcpy(out + n, b, m + 1);
  return n + m;
}
int main(void) {
  char a[4], b[4], out[7];
  for (int i = 0; i < 3; i++) {
    a[i] = __VERIFIER_nondet_char();
    b[i] = __VERIFIER_nondet_char();
  }
  a[3] = b[3] = 0;
  size_t n = join(out, sizeof out, a, b);
  assert(n == strlen(a) + strlen(b));
  assert(strlen(out) == n);
  return 0;
}
