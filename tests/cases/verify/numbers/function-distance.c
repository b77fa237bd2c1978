// The distance of functions.
// check: AG (at(DONE) -> {x == 5}) => TRUE
// check: AG (at(DONE) -> {x == 0}) => FALSE
extern int __VERIFIER_nondet_int(void);
int x;
static void f(void) { x = 5; }
static void g(void) { x = 7; }
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    long d = (char *)f - (char *)g;
    ((void (*)(void))((char *)g + d))();
  DONE:;
  }
  return 0;
}
