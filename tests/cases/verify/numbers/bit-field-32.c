// The same where pointers have 32 bits.
// options: -m32
// check: AG (at(DONE) -> {x == 5}) => TRUE
// check: AG (at(DONE) -> {x == 0}) => FALSE
extern int __VERIFIER_nondet_int(void);
struct tagged { unsigned tag : 8; unsigned low : 24; unsigned high : 8; } t;
int x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    t.low = (unsigned long)&x;
    t.high = (unsigned long)&x >> 24;
    *(int *)((unsigned long)t.low | (unsigned long)t.high << 24) = 5;
  DONE:;
  }
  return 0;
}
