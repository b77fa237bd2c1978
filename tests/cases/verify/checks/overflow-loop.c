// A counter stops at the largest number, wherever it begins.
// options: --check overflow
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  while (i < 2147483647) i++;
  return 0;
}
