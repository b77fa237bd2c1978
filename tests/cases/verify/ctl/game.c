// Whether a choice is offered depends on an earlier one.
// check: EF at(PRIZE) => TRUE
// check: AF at(PRIZE) => FALSE
// check: EF (at(DOOR) & {key == 0} & EF at(PRIZE)) => FALSE
// check: EF (at(DOOR) & {key == 1} & AF at(PRIZE)) => TRUE
// check: AG (at(DOOR) & {key == 1} -> AF at(PRIZE)) => TRUE
// check: AF (at(DOOR) & (AF at(PRIZE) | AG !at(PRIZE))) => TRUE
// check: AF at(PRIZE) | AG !at(PRIZE) => FALSE
// check: EX true & !AX false => TRUE
// check: A[!at(PRIZE) W (at(DOOR) & {key == 1})] => TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int key;
  if (__VERIFIER_nondet_int() > 0)
    key = 1;
  else
    key = 0;
DOOR:
  if (key) {
  PRIZE:;
  }
  return 0;
}
