// YASM Fig. 1(a): with mathematical integers the loop never ends.
// options: --integers mathematical
// check: AG !at(P1) => TRUE
// check: AF at(P1) => FALSE
// check: EF at(P1) => FALSE
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
