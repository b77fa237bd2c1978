// Ends for every n, which takes as many rounds; with numbers that wrap, too.
// property: AF at(END) => UNKNOWN
// wanted TRUE: predicates alone do not show that a loop ends, a ranking would.
// property: AG (at(END) -> {n <= 0}) => TRUE
// property: EF at(END) => UNKNOWN
// wanted TRUE: for the same reason.
// property: AG (at(LOOP) -> {n > 0}) => TRUE
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
