// The same where functions are called.
// verify: --inline none
// property: AG (at(M) -> halted) => FALSE
// property: EF halted => TRUE
// property: AG (at(halted) -> {x >= 1}) => TRUE
int x;
void f(void) { x = x + 1; }
int main(void) {
  f();
M:
halted:
  x = 5;
  f();
  return 0;
}
