// An index that leads from an array to another.
// check: AG (at(DONE) -> {b[0] == 5}) => TRUE
// check: AG (at(DONE) -> {b[0] == 0}) => FALSE
extern int __VERIFIER_nondet_int(void);
char a[4], b[4];
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    long d = b - a;
    a[d] = 5;
  DONE:;
  }
  return 0;
}
