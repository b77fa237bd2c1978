// Labels that are called like the marks of Boolean programs are labels.
// property: AG !halted => TRUE
// property: EF halted => FALSE
// property: AF halted => FALSE
// property: AF at(halted) => TRUE
// property: AG (at(halted) -> {x == 1}) => TRUE
// property: AG !enter(f) => TRUE
// property: EF at(enter$f) => TRUE
// property: AG (at($x) -> {x != 1}) => TRUE
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
