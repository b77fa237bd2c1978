// An input that is the distance of two objects.
// check: AG (at(DONE) -> {x == 5}) => TRUE
// check: AG (at(DONE) -> {x == 0}) => FALSE
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
int x, y;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    unsigned long n = __VERIFIER_nondet_ulong();
    if ((unsigned long)&x - (unsigned long)&y != n)
      return 0;
    *(int *)((unsigned long)&y + n) = 5;
  DONE:;
  }
  return 0;
}
