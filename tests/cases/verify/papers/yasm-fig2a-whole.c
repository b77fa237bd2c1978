// YASM Fig. 2(a) without passes, which would merge the branch away.
// options: --max-iterations 1 --no-passes
// check: AG !at(P1) => FALSE
// check: EF at(P1) => TRUE
// check: AF at(P1) => TRUE
int main(void) {
  int x, y;
  if (x > 0)
    y = x + 1;
  else
    y = x - 1;
P1:
  return y;
}
