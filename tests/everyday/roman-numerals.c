// Numbers below forty are written in Roman numerals and read again.
// check: default => TRUE
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static const struct {
  int value;
  const char *text;
} parts[] = {{10, "X"}, {9, "IX"}, {5, "V"}, {4, "IV"}, {1, "I"}};
static void write_roman(int n, char *out) {
  *out = 0;
  for (int i = 0; i < 5; i++)
    while (n >= parts[i].value) {
      strcat(out, parts[i].text);
      n -= parts[i].value;
    }
}
static int digit(char c) { return c == 'X' ? 10 : c == 'V' ? 5 : c == 'I' ? 1 : 0; }
static int read_roman(const char *s) {
  int n = 0;
  for (; *s; s++)
    n += digit(s[0]) < digit(s[1]) ? -digit(s[0]) : digit(s[0]);
  return n;
}
int main(void) {
  char text[8];
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 1 && n <= 39);
  write_roman(n, text);
  assert(read_roman(text) == n);
  return 0;
}
