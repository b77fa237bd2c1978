// At most three rounds.
// check: AF at(END) => TRUE
// check: EF at(END) => TRUE
// check: AF AG halted => TRUE
// check: AG AF halted => TRUE
// check: AG EF at(END) => FALSE
// check: AG (!halted -> EF at(END)) => TRUE
// check: AG (at(END) -> {n == 0}) => TRUE
// check: EG !at(END) => FALSE
// check: A[!at(END) U {n == 0}] => TRUE
// AG EF at(END) is false since there is no way back from the end; n != 0 at the loop only.
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n;
  n = __VERIFIER_nondet_uint() % 4;
  while (n > 0)
    n = n - 1;
END:
  return 0;
}
