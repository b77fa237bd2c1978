// An assumption that fails ends the execution: it halts.
// property: AF (at(GOOD) | halted) => TRUE
// property: AF at(GOOD) => FALSE
// property: AG (at(GOOD) -> {x > 10}) => TRUE
// property: AG (at(GOOD) -> AX AF {y > 20}) => TRUE
// property: EF (halted & {x <= 10}) => TRUE
// property: EF (at(GOOD) & {x == 11}) => TRUE
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
