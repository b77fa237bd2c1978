// Kinds of brackets are counted, but not their nesting.
// check: default => FALSE
#include <assert.h>
#include <stdbool.h>
unsigned char __VERIFIER_nondet_uchar(void);

static bool counted(const char *s) {
  int round = 0, square = 0;
  for (; *s; s++) {
    round += (*s == '(') - (*s == ')');
    square += (*s == '[') - (*s == ']');
    if (round < 0 || square < 0)
      return false;
  }
  return round == 0 && square == 0;
}
static bool nested(const char *s) {
  char open[4];
  int n = 0;
  for (; *s; s++) {
    if (*s == '(' || *s == '[')
      open[n++] = *s;
    else if (n == 0 || open[--n] != (*s == ')' ? '(' : '['))
      return false;
  }
  return n == 0;
}
int main(void) {
  char s[5];
  for (int i = 0; i < 4; i++)
    s[i] = "()[]"[__VERIFIER_nondet_uchar() & 3];
  s[4] = 0;
  if (counted(s))
    assert(nested(s));
  return 0;
}
