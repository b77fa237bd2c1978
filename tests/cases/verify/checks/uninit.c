// A variable that is written on one of two paths, one that always is, and one under a condition.
// options: --check uninit
// check: default => FALSE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a, b, c = __VERIFIER_nondet_int();
  if (c > 0) a = 1;
  b = c;
  return c > 5 ? a + b : c < -3 ? a : b;
}
