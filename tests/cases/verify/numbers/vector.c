// Vectors hold addresses.
// check: AG (at(DONE) -> {x == 5}) => UNKNOWN
// check: AG (at(DONE) -> {x == 0}) => UNKNOWN
extern int __VERIFIER_nondet_int(void);
typedef unsigned long pair __attribute__((vector_size(16)));
int x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    pair a = {(unsigned long)&x, 1}, b = {0, 2};
    pair c = a + b;
    *(int *)c[0] = 5;
  DONE:;
  }
  return 0;
}
