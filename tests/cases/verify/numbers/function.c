// A function whose address is compared with an input.
// check: AG (at(DONE) -> {x == 5}) => TRUE
// check: AG (at(DONE) -> {x == 0}) => FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int x;
static void f(void) { x = 5; }
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    unsigned long n = __VERIFIER_nondet_ulong();
    if (n != (unsigned long)f)
      return 0;
    ((void (*)(void))n)();
  DONE:;
  }
  return 0;
}
