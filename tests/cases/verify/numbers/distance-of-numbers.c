// The same with integers, and by exclusive or.
// check: AG (at(DONE) -> {x == 5}) => TRUE
// check: AG (at(DONE) -> {x == 0}) => FALSE
extern int __VERIFIER_nondet_int(void);
int x, y;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    unsigned long a = (unsigned long)&y, b = (unsigned long)&x, both = a ^ b;
    *(int *)(a + (b - a)) = 4;
    *(int *)(both ^ a) += 1;
  DONE:;
  }
  return 0;
}
