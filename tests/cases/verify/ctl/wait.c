// The environment decides when the waiting ends; perhaps never.
// property: AF at(DONE) => FALSE
// property: EF at(DONE) => TRUE
// property: AG (at(WAIT) -> EF at(DONE)) => TRUE
// property: EG !at(DONE) => TRUE
// property: AG (at(DONE) -> {go != 0}) => TRUE
// property: A[!at(DONE) W at(WAIT)] => TRUE
// property: A[!at(DONE) U at(WAIT)] => TRUE
// property: EF AG !at(DONE) => TRUE
// property: AF AG halted => FALSE
// property: AG (AF at(DONE) -> !at(WAIT)) => TRUE
// EF AG !at(DONE): after the end, DONE is not seen again.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int go;
  do {
  WAIT:
    go = __VERIFIER_nondet_int();
  } while (go == 0);
DONE:
  return 0;
}
