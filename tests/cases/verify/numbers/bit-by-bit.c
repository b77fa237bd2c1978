// Only conditions carry the address: whatever is exposed may be meant.
// check: AG (at(DONE) -> {x == 5}) => UNKNOWN
// check: AG (at(DONE) -> {x == 0}) => UNKNOWN
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    unsigned long v = (unsigned long)&x, q = 0;
    for (int i = 0; i < 64; i++)
      if (v & (1UL << i))
        q |= 1UL << i;
    *(int *)q = 5;
  DONE:;
  }
  return 0;
}
