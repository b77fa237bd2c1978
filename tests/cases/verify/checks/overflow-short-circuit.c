// Only what is evaluated is checked.
// options: --check overflow
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  int b = a < 2147483647 && a + 1 > 0 ? 1 : a > 0 ? a - 1 : 0;
  return b;
}
