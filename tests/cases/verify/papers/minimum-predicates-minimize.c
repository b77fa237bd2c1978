// Minimum Predicates §2 and §3: the branch condition, and what it needs before, prove that L4 is not
// reached. The other properties have no path as an explanation.
// options: --no-passes --unroll off --refine minimize
// check: AG !at(L4) => TRUE
// check: EF at(L3) => TRUE
// check: AF at(L3) => TRUE
int main(void) {
  int x, y;
L0:
  x = 1;
L1:
  y = 1;
L2:
  if (x == y)
  L3:
    y = 1;
  else
  L4:
    y = 2;
  return 0;
}
