// An input may be the address that it is compared with.
// check: AG (at(DONE) -> {x == 5}) => UNKNOWN
// check: AG (at(DONE) -> {x == 0}) => UNKNOWN
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n != (unsigned long)&x)
      return 0;
    *(int *)n = 5;
  DONE:;
  }
  return 0;
}
