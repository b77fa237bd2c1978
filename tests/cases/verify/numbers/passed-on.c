// Code that is not there may take a number for an address.
// check: AG (at(DONE) -> {seen == 5}) => UNKNOWN
// check: AG (at(DONE) -> {seen == 0}) => UNKNOWN
extern int __VERIFIER_nondet_int(void);
extern void change(unsigned long);
int x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    unsigned long n = (unsigned long)&x;
    change(n);
    int seen = x;
  DONE:;
  }
  return 0;
}
