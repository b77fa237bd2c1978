// Labels that no path leads to are labels all the same: behind a return, behind a loop without an
// end, in a function that nobody calls, behind a condition that is false as it stands.
// check: AG !at(BEHIND) => TRUE
// check: EF at(BEHIND) => FALSE
// check: AG !at(UNCALLED) => TRUE
// check: AF (at(BEHIND) | halted) => FALSE
// check: AG (at(LOOP) -> !EF at(BEHIND)) => TRUE
// check: A[!at(CONSTANT) U at(LOOP)] => TRUE
// check: AG !at(CONSTANT) => TRUE
// check: AG !at(LOOP) => FALSE
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
