// Labels that are called like the marks of Boolean programs are labels.
// check: AG !halted => TRUE
// check: EF halted => FALSE
// check: AF halted => FALSE
// check: AF at(halted) => TRUE
// check: AG (at(halted) -> {x == 1}) => TRUE
// check: AG !enter(f) => TRUE
// check: EF at(enter$f) => TRUE
// check: AG (at($x) -> {x != 1}) => TRUE
int x;
void f(void) { x = 9; }
void g(void) {
enter$f:
  x = x + 1;
}
int main(void) {
  x = 1;
halted:
  x = 5;
  g();
  g();
$x:
  if (x == 0)
    f();
  while (x)
    x = 6;
  return 0;
}
