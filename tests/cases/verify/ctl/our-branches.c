// Labels of the program that are called as we call the ways to take an edge, of which a choice of the
// environment has several.
// check: AG !at(e0) => TRUE
// check: AG !at(e1) => TRUE
// check: AG !at(e2) => TRUE
// check: AG !at(e3) => TRUE
// check: AG (at(e4) -> {x == 1}) => TRUE
// check: EF at(e4) => TRUE
// check: AG !at(e5) => TRUE
// check: AX AX AX AX AG !at(e2) => TRUE
extern int __VERIFIER_nondet_int(void);
int x, y;
int main(void) {
  x = 0;
  y = __VERIFIER_nondet_int();
  x = __VERIFIER_nondet_int();
  if (x > 3 && x < 3) {
  e0:
    y = 0;
  e1:
    y = 1;
  e2:
    y = 2;
  e3:
    y = 3;
  e5:
    y = 5;
  }
  if (x == 1) {
  e4:
    y = 4;
  }
  return 0;
}
