// Nobody knows what ext() returns: which branch is taken has no answer, that both join has.
// check: AF at(C) => TRUE
// check: EF at(C) => TRUE
// check: AF (at(A) | at(B)) => TRUE
// check: EF at(A) => UNKNOWN
// check: AG !at(A) => UNKNOWN
// check: AG (at(A) -> {x > 0}) => TRUE
// check: AG (at(B) -> {x > 0}) => UNKNOWN
// check: AG (at(A) -> !EF at(B)) => TRUE
// check: A[!at(C) W (at(A) | at(B))] => TRUE
extern int ext(void);
int main(void) {
  int x = ext();
  if (x > 0) {
  A:;
  } else {
  B:;
  }
C:
  return 0;
}
