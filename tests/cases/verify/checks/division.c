// Division by an input; of the smallest number by -1 counts as overflow if that is asked for.
// options: --check div
// check: default => FALSE
// options: --check overflow
// check: default => FALSE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  return a / b;
}
