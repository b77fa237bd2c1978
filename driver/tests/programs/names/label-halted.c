// Labels like marks are labels where functions are called; the structure has calls, and is not compared with the graph.
// options: --inline none
// check: AG (at(M) -> halted) => FALSE
// lacks: , certified
// check: EF halted => TRUE
// lacks: , certified
// check: AG (at(halted) -> {x >= 1}) => TRUE
// lacks: , certified
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
