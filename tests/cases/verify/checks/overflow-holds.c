// A sum of small numbers fits.
// options: --check overflow
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 0 || a > 1000 || b < -1000 || b > 0) return 0;
  return a + b;
}
