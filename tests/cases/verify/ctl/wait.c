// The environment decides when the waiting ends; perhaps never.
// check: AF at(DONE) => FALSE
// check: EF at(DONE) => TRUE
// check: AG (at(WAIT) -> EF at(DONE)) => TRUE
// check: EG !at(DONE) => TRUE
// check: AG (at(DONE) -> {go != 0}) => TRUE
// check: A[!at(DONE) W at(WAIT)] => TRUE
// check: A[!at(DONE) U at(WAIT)] => TRUE
// check: EF AG !at(DONE) => TRUE
// check: AF AG halted => FALSE
// check: AG (AF at(DONE) -> !at(WAIT)) => TRUE
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
