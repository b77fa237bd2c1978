// Labels of the program that are called as we call locations are the program's.
// check: AG !at(start) => TRUE
// check: AG !at(n1) => TRUE
// check: EF at(n2) => TRUE
// check: AG (at(n2) -> {x == 2}) => TRUE
// check: AF at(n2) => FALSE
// check: AG (at(e3) -> {x == 3}) => TRUE
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  x = __VERIFIER_nondet_int();
  if (x > 8 && x < 8) {
  start:
    x = 0;
  n1:
    x = 1;
  }
  if (x == 2) {
  n2:;
  }
  if (x == 3) {
  e3:;
  }
  return 0;
}
