// Labels of the program that are called as we call locations are the program's.
// property: AG !at(start) => TRUE
// property: AG !at(n1) => TRUE
// property: EF at(n2) => TRUE
// property: AG (at(n2) -> {x == 2}) => TRUE
// property: AF at(n2) => FALSE
// property: AG (at(e3) -> {x == 3}) => TRUE
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
