// Once the trap is entered, there is no way out; the environment may avoid it for ever.
// property: AG EF at(HOME) => FALSE
// property: EF AG !at(HOME) => TRUE
// property: EG EF at(HOME) => TRUE
// property: AF {trapped == 1} => FALSE
// property: AG ({trapped == 1} -> AG {trapped == 1}) => FALSE
// property: AG (at(HOME) -> {trapped == 0}) => TRUE
// property: A[{trapped != 1} W at(SNAP)] => FALSE
// property: AG (at(HOME) -> AG ({trapped == 1} -> AG {trapped == 1})) => TRUE
// property: AG (at(HOME) -> E[at(HOME) | {trapped == 0} U at(SNAP)]) => TRUE
// property: EF (at(SNAP) & AX AG !at(SNAP)) => TRUE
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
