// Only indices carry the address.
// check: AG (at(DONE) -> {x == 5}) => UNKNOWN
// check: AG (at(DONE) -> {x == 0}) => UNKNOWN
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    unsigned long v = (unsigned long)&x, q = 0;
    for (int i = 60; i >= 0; i -= 4) {
      char digit = "0123456789abcdef"[v >> i & 15];
      q = q * 16 + (digit <= '9' ? digit - '0' : digit - 'a' + 10);
    }
    *(int *)q = 5;
  DONE:;
  }
  return 0;
}
