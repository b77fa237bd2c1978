// A pointer to one object that may be the address of another.
// check: AG (at(DONE) -> {x == 5}) => TRUE
// check: AG (at(DONE) -> {x == 0}) => FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int x, y;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    int *p = __VERIFIER_nondet_int() ? &y : (int *)__VERIFIER_nondet_ulong();
    if (p != &x)
      return 0;
    *p = 5;
  DONE:;
  }
  return 0;
}
