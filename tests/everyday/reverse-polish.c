// Subtraction takes its operands in the wrong order.
// check: default => FALSE
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

static int eval(const char *s) {
  int stack[4], n = 0;
  for (; *s; s++) {
    if (*s >= '0' && *s <= '9') {
      stack[n++] = *s - '0';
      continue;
    }
    int a = stack[--n], b = stack[--n];
    stack[n++] = *s == '+' ? a + b : *s == '*' ? a * b : a - b;
  }
  return stack[0];
}
int main(void) {
  char text[6] = {0};
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  __VERIFIER_assume(a >= 0 && a <= 9 && b >= 0 && b <= 9 && c >= 0 && c <= 9);
  text[0] = (char)('0' + a);
  text[1] = (char)('0' + b);
  text[2] = '-';
  text[3] = (char)('0' + c);
  text[4] = '+';
  assert(eval(text) == a - b + c);
  return 0;
}
