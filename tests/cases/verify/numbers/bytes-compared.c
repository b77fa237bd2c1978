// Bytes of a pointer are found by comparisons.
// check: AG (at(DONE) -> {x == 5}) => UNKNOWN
// check: AG (at(DONE) -> {x == 0}) => UNKNOWN
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    int *p = &x, *q = 0;
    unsigned char *s = (unsigned char *)&p, *d = (unsigned char *)&q;
    for (unsigned i = 0; i < sizeof p; i++)
      for (int byte = 0; byte < 256; byte++)
        if (s[i] == byte)
          d[i] = byte;
    *q = 5;
  DONE:;
  }
  return 0;
}
