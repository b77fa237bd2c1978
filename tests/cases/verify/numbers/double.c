// Floating-point numbers hold addresses.
// check: AG (at(DONE) -> {x == 5}) => UNKNOWN
// check: AG (at(DONE) -> {x == 0}) => UNKNOWN
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    double d = (double)(unsigned long)&x;
    *(int *)(unsigned long)(d * 2 / 2) = 5;
  DONE:;
  }
  return 0;
}
