// What is found at an address that is a number points on.
// check: AG (at(DONE) -> {seen == 5}) => UNKNOWN
// check: AG (at(DONE) -> {seen == 0}) => UNKNOWN
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int x, *p = &x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n != (unsigned long)&p)
      return 0;
    **(int **)n = 5;
    int seen = x;
  DONE:;
  }
  return 0;
}
