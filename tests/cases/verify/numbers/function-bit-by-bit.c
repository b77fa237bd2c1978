// A function whose address only conditions carry.
// property: AG (at(DONE) -> {x == 5}) => UNKNOWN
// property: AG (at(DONE) -> {x == 0}) => FALSE
extern int __VERIFIER_nondet_int(void);
int x;
static void f(void) { x = 5; }
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    unsigned long v = (unsigned long)f, q = 0;
    for (int i = 0; i < 64; i++)
      if (v >> i & 1)
        q |= 1UL << i;
    ((void (*)(void))q)();
  DONE:;
  }
  return 0;
}
