// A pointer in a bit-field, beside a tag.
// check: AG (at(DONE) -> {x == 5}) => TRUE
// check: AG (at(DONE) -> {x == 0}) => FALSE
extern int __VERIFIER_nondet_int(void);
struct tagged { unsigned long address : 48; unsigned long tag : 16; };
struct tagged t, u;
int x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    t.address = (unsigned long)&x;
    t.tag = 3;
    u = t;
    *(int *)(unsigned long)u.address = 5;
  DONE:;
  }
  return 0;
}
