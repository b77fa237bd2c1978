// YASM Fig. 1(a) to (e): by weakest preconditions alone, one predicate a round, in the paper's order.
// options: --integers mathematical --no-passes --refine wp
// check: AG !at(P1) => TRUE
// found: main::x == 2, main::y <= 2
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
