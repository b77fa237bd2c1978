// YASM Fig. 2(a): P1 is on every path; no predicate is needed to know that, so one round is enough.
// options: --max-iterations 1
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
