// A pointer that counts from null to an object.
// options: --timeout 2
// check: AG (at(DONE) -> {x == 5}) => UNKNOWN
// check: AG (at(DONE) -> {x == 0}) => UNKNOWN
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    char *p = 0;
    while (p != (char *)&x)
      p++;
    *(int *)p = 5;
  DONE:;
  }
  return 0;
}
