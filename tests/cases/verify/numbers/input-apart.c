// An input that nothing exposed is compared with is the address of nothing.
// check: AG (at(DONE) -> {x == 5}) => TRUE
// check: AG (at(DONE) -> {x == 0}) => FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int x, y;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    int *p = &y;
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n == 0x404040)
      x = 5;
    *p = 7;
    x = 5;
  DONE:;
  }
  return 0;
}
