// YASM Fig. 5(d): a path to END exists whichever way the non-linear branch goes.
// check: EF at(END) => TRUE
// check: AG !at(END) => FALSE
// check: AF at(END) => FALSE
// The last one: the environment may leave early.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int z = 0;
  if (x < 0)
    return 1;
  if (x * x * y + 3 * x * y * y == y * y * y * 7 + x) {
    if (x * y * y % 13 == 5)
      z = 1;
    else
      z = 2;
  } else {
    z = 3;
  }
END:
  return z;
}
