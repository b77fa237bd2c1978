// Once the trap is entered, there is no way out; the environment may avoid it for ever.
// check: AG EF at(HOME) => FALSE
// check: EF AG !at(HOME) => TRUE
// check: EG EF at(HOME) => TRUE
// check: AF {trapped == 1} => FALSE
// check: AG ({trapped == 1} -> AG {trapped == 1}) => FALSE
// check: AG (at(HOME) -> {trapped == 0}) => TRUE
// check: A[{trapped != 1} W at(SNAP)] => FALSE
// check: AG (at(HOME) -> AG ({trapped == 1} -> AG {trapped == 1})) => TRUE
// check: AG (at(HOME) -> E[at(HOME) | {trapped == 0} U at(SNAP)]) => TRUE
// check: EF (at(SNAP) & AX AG !at(SNAP)) => TRUE
// Before it is set, trapped is anything, so it may be 1 first and then 0.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int trapped;
  trapped = 0;
  while (1) {
    if (trapped == 0) {
    HOME:
      if (__VERIFIER_nondet_int()) {
      SNAP:
        trapped = 1;
      }
    }
  }
}
