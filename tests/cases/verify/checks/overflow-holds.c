// A sum of small numbers fits, a counter stops before the largest number.
// options: --check overflow
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), i = 0;
  if (a < 0 || a > 1000 || b < -1000 || b > 0) return 0;
  a = a + b - 5;
  while (i < 2147483647) i++;
  return -a;
}
