// The question asked by default, and the same in CTL.
// check: default => FALSE
// check: EF failed => TRUE
// check: AF failed => FALSE
// check: AG (failed -> {x == 7}) => TRUE
// check: AF (failed | halted) => TRUE
// check: AG (failed -> AG failed) => TRUE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
extern void __assert_fail(const char *, const char *, unsigned, const char *)
    __attribute__((noreturn));
int main(void) {
  int x;
  x = __VERIFIER_nondet_int();
  if (x * 3 == 21 && x < 100 && x > 0)
    __assert_fail("", "", 0, "");
  return 0;
}
