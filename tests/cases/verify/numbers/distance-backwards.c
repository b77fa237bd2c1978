// A distance that is subtracted, in a variable.
// check: AG (at(DONE) -> {x == 5}) => TRUE
// check: AG (at(DONE) -> {x == 0}) => FALSE
extern int __VERIFIER_nondet_int(void);
int x, y;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    char *a = (char *)&y, *b = (char *)&x;
    long d = a - b;
    *(int *)(a - d) = 5;
  DONE:;
  }
  return 0;
}
