// An assumption that fails ends the execution: it halts.
// check: AF (at(GOOD) | halted) => TRUE
// check: AF at(GOOD) => FALSE
// check: AG (at(GOOD) -> {x > 10}) => TRUE
// check: AG (at(GOOD) -> AX AF {y > 20}) => TRUE
// check: EF (halted & {x <= 10}) => TRUE
// check: EF (at(GOOD) & {x == 11}) => TRUE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int x, y;
  x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 10 && x < 100);
GOOD:
  y = x + 10;
  return 0;
}
