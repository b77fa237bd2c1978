// Fredrikson Example 2: t goes down, so the loop ends for every t. Each round of refinement shows it for one
// more value; predicates alone never show it for all, a ranking would.
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
