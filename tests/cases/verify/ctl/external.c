// Nobody knows what ext() returns: which branch is taken has no answer, that both join has.
// property: AF at(C) => TRUE
// property: EF at(C) => TRUE
// property: AF (at(A) | at(B)) => TRUE
// property: EF at(A) => UNKNOWN
// property: AG !at(A) => UNKNOWN
// property: AG (at(A) -> {x > 0}) => TRUE
// property: AG (at(B) -> {x > 0}) => UNKNOWN
// property: AG (at(A) -> !EF at(B)) => TRUE
// property: A[!at(C) W (at(A) | at(B))] => TRUE
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
