// A part of an address that is accepted fits into a byte.
// check: default => TRUE
#include <assert.h>
#include <stdbool.h>
char __VERIFIER_nondet_char(void);

static bool parse(const char *s, unsigned char *parts, int count) {
  for (int i = 0; i < count; i++) {
    int value = 0, digits = 0;
    while (*s >= '0' && *s <= '9') {
      value = value * 10 + (*s++ - '0');
      if (++digits > 3 || value > 255)
        return false;
    }
    if (digits == 0 || *s != (i + 1 < count ? '.' : 0))
      return false;
    parts[i] = (unsigned char)value;
    s++;
  }
  return true;
}
int main(void) {
  char s[6];
  unsigned char parts[2];
  for (int i = 0; i < 5; i++)
    s[i] = __VERIFIER_nondet_char();
  s[5] = 0;
  if (parse(s, parts, 2) && s[3] == '.') {
    int first = (s[0] - '0') * 100 + (s[1] - '0') * 10 + (s[2] - '0');
    assert(parts[0] == first && parts[1] == s[4] - '0');
  }
  return 0;
}
