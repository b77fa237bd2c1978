// The most negative number has no positive counterpart.
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
char __VERIFIER_nondet_char(void);

static int print(int8_t n, char *out) {
  char digits[4];
  int count = 0, length = 0;
  if (n < 0) {
    out[length++] = '-';
    n = (int8_t)-n;
  }
  do {
    digits[count++] = (char)('0' + n % 10);
    n = (int8_t)(n / 10);
  } while (n > 0);
  while (count)
    out[length++] = digits[--count];
  out[length] = 0;
  return length;
}
int main(void) {
  char text[8];
  int8_t n = (int8_t)__VERIFIER_nondet_char();
  int length = print(n, text);
  for (int i = n < 0 ? 1 : 0; i < length; i++)
    assert(text[i] >= '0' && text[i] <= '9');
  return 0;
}
