// Capital hexadecimal digits are worth too little.
// check: default => FALSE
#include <assert.h>
char __VERIFIER_nondet_char(void);

static int digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A';
  return -1;
}
static long parse(const char *s) {
  long n = 0;
  for (; *s; s++) {
    int d = digit(*s);
    if (d < 0)
      return -1;
    n = n * 16 + d;
  }
  return n;
}
int main(void) {
  char a[4], b[4];
  for (int i = 0; i < 3; i++) {
    char c = __VERIFIER_nondet_char();
    a[i] = c;
    b[i] = (c >= 'A' && c <= 'F') ? (char)(c + 'a' - 'A') : c;
  }
  a[3] = b[3] = 0;
  assert(parse(a) == parse(b));
  return 0;
}
