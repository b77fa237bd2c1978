// A constant may be an address.
// check: AG (at(DONE) -> {x == 5}) => UNKNOWN
// check: AG (at(DONE) -> {x == 0}) => FALSE
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    if ((unsigned long)&x == 0x404040)
      *(int *)0x404040 = 5;
    else
      x = 5;
  DONE:;
  }
  return 0;
}
