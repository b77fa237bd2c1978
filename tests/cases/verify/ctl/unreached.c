// Labels that no path leads to are labels all the same: behind a return, behind a loop without an
// end, in a function that nobody calls, behind a condition that is false as it stands.
// property: AG !at(BEHIND) => TRUE
// property: EF at(BEHIND) => FALSE
// property: AG !at(UNCALLED) => TRUE
// property: AF (at(BEHIND) | halted) => FALSE
// property: AG (at(LOOP) -> !EF at(BEHIND)) => TRUE
// property: A[!at(CONSTANT) U at(LOOP)] => TRUE
// property: AG !at(CONSTANT) => TRUE
// property: AG !at(LOOP) => FALSE
int x;
int uncalled(void) {
UNCALLED:
  return 1;
}
int main(void) {
  x = 1;
  if (x == 2) {
  CONSTANT:
    x = 3;
  }
  for (;;) {
  LOOP:
    x = 1;
  }
BEHIND:
  return 0;
}
