// Ends for every n, after as many rounds. The environment may choose a small one.
// check: AG (at(END) -> {n <= 0}) => TRUE
// check: EF at(END) => TRUE
// check: AG (at(LOOP) -> {n > 0}) => TRUE
// check: EF (at(LOOP) & {n == 7}) => TRUE
// check: A[!at(END) W {n <= 0}] => TRUE
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
