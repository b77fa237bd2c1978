// Variables that have one name in C: a number tells them apart, also the first.
// check: AF {f::x#1 == 2 && f::x#2 == 3} => TRUE
// check: AG {f::x#2 != 3} => FALSE
// check: AG (at(L) -> {f::x#1 == 2}) => TRUE
// check: AG (at(L) -> {f::x#2 == 3}) => FALSE
// check: EF {f()#2 == 3} => TRUE
// check: EF {y#1 == 2} => TRUE
// check: EF {main::y == 2} => FALSE
int g, y = 1;
int f(int n) {
  int x = n + 1;
L:
  g = x;
  y = n;
  return x;
}
int main(void) {
  f(1);
  f(2);
  {
    int y = 1;
    g = y;
  }
  return 0;
}
