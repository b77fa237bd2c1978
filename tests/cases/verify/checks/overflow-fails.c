// The sum of two inputs need not fit, and is not needed for anything.
// options: --check overflow
// check: default => FALSE
// options: --check div,shift
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  return a + b;
}
