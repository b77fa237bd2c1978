// YASM Fig. 1(a): with mathematical integers the loop never ends.
// verify: --integers mathematical
// property: AG !at(P1) => TRUE
// property: AF at(P1) => FALSE
// property: EF at(P1) => FALSE
int main(void) {
  int x, y;
  x = 2;
  y = 2;
  while (y <= 2)
    y = y - 1;
  if (x == 2) {
  P1:;
  }
  return 0;
}
