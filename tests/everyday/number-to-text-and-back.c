// Numbers of three digits are printed and read again.
// check: default => TRUE
#include <assert.h>
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static void print(unsigned n, char *out) {
  char digits[10];
  int count = 0;
  do {
    digits[count++] = (char)('0' + n % 10);
    n /= 10;
  } while (n);
  while (count)
    *out++ = digits[--count];
  *out = 0;
}
static unsigned parse(const char *s) {
  unsigned n = 0;
  while (*s >= '0' && *s <= '9')
    n = n * 10 + (unsigned)(*s++ - '0');
  return n;
}
int main(void) {
  char text[12];
  unsigned n = __VERIFIER_nondet_uint();
  __VERIFIER_assume(n < 1000);
  print(n, text);
  assert(parse(text) == n);
  return 0;
}
