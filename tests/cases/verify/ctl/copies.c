// Variables that have one name in C: a number tells them apart, also the first.
// property: AF {f::x#1 == 2 && f::x#2 == 3} => TRUE
// property: AG {f::x#2 != 3} => FALSE
// property: AG (at(L) -> {f::x#1 == 2}) => TRUE
// property: AG (at(L) -> {f::x#2 == 3}) => FALSE
// property: EF {f()#2 == 3} => TRUE
// property: EF {y#1 == 2} => TRUE
// property: EF {main::y == 2} => FALSE
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
