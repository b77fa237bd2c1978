// Assembly copies addresses.
// check: AG (at(DONE) -> {x == 5}) => UNKNOWN
// check: AG (at(DONE) -> {x == 0}) => UNKNOWN
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    int *p = &x, *q;
    __asm__("mov %1, %0" : "=r"(q) : "r"(p));
    *q = 5;
  DONE:;
  }
  return 0;
}
