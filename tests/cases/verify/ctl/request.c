// The environment asks or does not ask, for ever; who asks is granted.
// check: AG EF at(GRANT) => TRUE
// check: AF at(GRANT) => FALSE
// check: EG !at(GRANT) => TRUE
// check: AG AF at(IDLE) => TRUE
// check: AG (at(GRANT) -> {ack == 1}) => TRUE
// check: A[!at(GRANT) W {req != 0}] => TRUE
// check: AF AG !at(GRANT) => FALSE
// check: EF AG !at(GRANT) => FALSE
// check: EF EG !at(GRANT) => TRUE
// check: !AF at(GRANT) => TRUE
// check: E[!at(IDLE) U at(GRANT)] => TRUE
// check: A[!at(IDLE) U at(GRANT)] => FALSE
// check: AG (at(ASKED) & {req != 0} -> AF at(GRANT)) => TRUE
// check: AG (at(ASKED) -> AF at(GRANT)) => FALSE
// check: E[at(GRANT) R !halted] => TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int req, ack = 0;
  while (1) {
    req = __VERIFIER_nondet_int();
  ASKED:
    ack = 0;
    if (req) {
      ack = 1;
    GRANT:;
    }
  IDLE:;
  }
}
