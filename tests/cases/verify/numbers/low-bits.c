// The low bits of an address, put to the high ones again.
// check: AG (at(DONE) -> {x == 5}) => TRUE
// check: AG (at(DONE) -> {x == 0}) => FALSE
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    unsigned long v = (unsigned long)&x;
    unsigned long low = v & 0xfff, high = v >> 12;
    *(int *)(high << 12 | low) = 5;
  DONE:;
  }
  return 0;
}
