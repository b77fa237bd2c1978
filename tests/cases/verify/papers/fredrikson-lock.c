// Fredrikson Example 2, the lock. (1) Where it is taken, L == 0: after it was taken C > 0, so that it is
// released in the same round. (2) Where it is released, L == 1: not so, since C stays positive,
// and a later round in which b < 0 releases a lock that is free. (1) with numbers that wrap is in
// fredrikson-lock-wrap-safe.c.
// options: --integers mathematical
// check: AG (at(TAKE) -> {L == 0}) => TRUE
// check: AG (at(RELEASE) -> {L == 1}) => FALSE
// check: EF at(TAKE) => TRUE
// check: AF at(TAKE) => FALSE
// The last two: t is not initialised, so the environment chooses it. The same with numbers that wrap:
// options:
// check: AG (at(RELEASE) -> {L == 1}) => FALSE
// check: EF at(TAKE) => TRUE
// check: AF at(TAKE) => FALSE
// t goes down, so the loop ends for every t. Each round of refinement shows it for one more value; predicates
// alone never show it for all, a ranking would.
// options: --integers mathematical --max-iterations 8
// check: AF at(END) => UNKNOWN
// wanted TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int L, C, t, b;
  L = 0;
  C = 0;
  while (t > 0) {
    b = __VERIFIER_nondet_int();
    if (b >= 0) {
    TAKE:
      L = 1;
      C = C + 1;
    }
    if (C > 0) {
    RELEASE:
      L = 0;
    }
    t = t - 1;
  }
END:
  return 0;
}
