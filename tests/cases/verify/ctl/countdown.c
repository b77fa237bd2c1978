// At most three rounds.
// property: AF at(END) => TRUE
// property: EF at(END) => TRUE
// property: AF AG halted => TRUE
// property: AG AF halted => TRUE
// property: AG EF at(END) => FALSE
// property: AG (!halted -> EF at(END)) => TRUE
// property: AG (at(END) -> {n == 0}) => TRUE
// property: EG !at(END) => FALSE
// property: A[!at(END) U {n == 0}] => TRUE
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
