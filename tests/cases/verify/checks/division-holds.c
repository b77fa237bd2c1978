// Every divisor is positive where it divides.
// options: --check div,overflow
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), s = 0;
  if (b > 0) s = a / b;
  for (int i = 1; i < 10; i++) s = a % i;
  return s;
}
