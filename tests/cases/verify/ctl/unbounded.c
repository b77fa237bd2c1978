// Ends for every n, after as many rounds. The environment may choose a small one.
// property: AG (at(END) -> {n <= 0}) => TRUE
// property: EF at(END) => TRUE
// property: AG (at(LOOP) -> {n > 0}) => TRUE
// property: EF (at(LOOP) & {n == 7}) => TRUE
// property: A[!at(END) W {n <= 0}] => TRUE
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
