// Operators are applied from left to right, whatever they are.
// check: default => FALSE
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int eval(const char *s) {
  int value = *s++ - '0';
  while (*s) {
    char op = *s++;
    int operand = *s++ - '0';
    if (op == '*')
      value *= operand;
    else
      value += operand;
  }
  return value;
}
int main(void) {
  char text[6] = {0};
  int n[3];
  for (int i = 0; i < 3; i++) {
    n[i] = __VERIFIER_nondet_int();
    __VERIFIER_assume(n[i] >= 0 && n[i] <= 9);
    text[2 * i] = (char)('0' + n[i]);
  }
  text[1] = __VERIFIER_nondet_bool() ? '*' : '+';
  text[3] = __VERIFIER_nondet_bool() ? '*' : '+';
  int expected = text[1] == '*' ? (text[3] == '*' ? n[0] * n[1] * n[2] : n[0] * n[1] + n[2])
                                : (text[3] == '*' ? n[0] + n[1] * n[2] : n[0] + n[1] + n[2]);
  assert(eval(text) == expected);
  return 0;
}
