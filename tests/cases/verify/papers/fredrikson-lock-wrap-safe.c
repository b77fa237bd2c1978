// Fredrikson Example 2 with numbers that wrap. That L == 0 where the lock is taken is still true: C counts
// at most as many rounds as t does, so that it does not wrap. Invariants over C alone do not say
// so; C + t <= its first value would.
// options: --max-iterations 6
// check: AG (at(TAKE) -> {L == 0}) => UNKNOWN
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
