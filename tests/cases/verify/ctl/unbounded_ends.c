// Ends for every n, after as many rounds: each round of refinement shows it for one more value.
// Predicates alone never show it for all; a ranking (n goes down and is bounded) would.
// options: --max-iterations 8
// check: AF at(END) => UNKNOWN
// wanted TRUE
// check: AG (at(LOOP) -> EF at(END)) => UNKNOWN
// wanted TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n;
  n = __VERIFIER_nondet_int();
  while (n > 0) {
  LOOP:
    n = n - 1;
  }
END:
  return 0;
}
