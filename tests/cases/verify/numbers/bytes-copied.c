// Bytes of a pointer are copied.
// check: AG (at(DONE) -> {x == 5}) => TRUE
// check: AG (at(DONE) -> {x == 0}) => FALSE
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    int *p = &x, *q;
    char *s = (char *)&p, *d = (char *)&q;
    for (unsigned i = 0; i < sizeof p; i++)
      d[i] = s[i];
    *q = 5;
  DONE:;
  }
  return 0;
}
