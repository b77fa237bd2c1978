// The environment asks or does not ask, for ever; who asks is granted.
// property: AG EF at(GRANT) => TRUE
// property: AF at(GRANT) => FALSE
// property: EG !at(GRANT) => TRUE
// property: AG AF at(IDLE) => TRUE
// property: AG (at(GRANT) -> {ack == 1}) => TRUE
// property: A[!at(GRANT) W {req != 0}] => TRUE
// property: AF AG !at(GRANT) => FALSE
// property: EF AG !at(GRANT) => FALSE
// property: EF EG !at(GRANT) => TRUE
// property: !AF at(GRANT) => TRUE
// property: E[!at(IDLE) U at(GRANT)] => TRUE
// property: A[!at(IDLE) U at(GRANT)] => FALSE
// property: AG (at(ASKED) & {req != 0} -> AF at(GRANT)) => TRUE
// property: AG (at(ASKED) -> AF at(GRANT)) => FALSE
// property: E[at(GRANT) R !halted] => TRUE
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
