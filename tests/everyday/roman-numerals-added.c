// Reading Roman numerals without subtraction.
// check: default => FALSE
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

static int value(char c) {
  switch (c) {
  case 'I': return 1;
  case 'V': return 5;
  case 'X': return 10;
  default: return 0;
  }
}
static int read_roman(const char *s) {
  int total = 0, last = 100;
  for (; *s; s++) {
    int v = value(*s);
    total += v;
    if (v > last)
      total -= last;
    last = v;
  }
  return total;
}
int main(void) {
  char s[3] = {0};
  int a = __VERIFIER_nondet_uchar() % 3, b = __VERIFIER_nondet_uchar() % 3;
  s[0] = "IVX"[a];
  s[1] = "IVX"[b];
  int x = value(s[0]), y = value(s[1]);
  assert(read_roman(s) == (x < y ? y - x : x + y));
  return 0;
}
