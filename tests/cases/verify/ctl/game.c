// Whether a choice is offered depends on an earlier one.
// property: EF at(PRIZE) => TRUE
// property: AF at(PRIZE) => FALSE
// property: EF (at(DOOR) & {key == 0} & EF at(PRIZE)) => FALSE
// property: EF (at(DOOR) & {key == 1} & AF at(PRIZE)) => TRUE
// property: AG (at(DOOR) & {key == 1} -> AF at(PRIZE)) => TRUE
// property: AF (at(DOOR) & (AF at(PRIZE) | AG !at(PRIZE))) => TRUE
// property: AF at(PRIZE) | AG !at(PRIZE) => FALSE
// property: EX true & !AX false => TRUE
// property: A[!at(PRIZE) W (at(DOOR) & {key == 1})] => TRUE
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
