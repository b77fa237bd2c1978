// Reads until it gets a number above 9, which it may never get. best is the largest so far.
// property: AG (at(END) -> {best > 9}) => TRUE
// property: EF at(END) => TRUE
// property: AF at(END) => FALSE
// property: AG (!halted -> EF at(END)) => TRUE
// property: EF (at(END) & {best == 100}) => TRUE
// property: AG !(at(END) & {best == 100}) => FALSE
// property: EF (at(END) & {best == 5}) => FALSE
// property: AG (at(READ) -> EX EF at(END)) => TRUE
// property: A[{best <= 9} | !at(READ) W at(END)] => TRUE
// property: EG (at(READ) | {best <= 9} | !at(END)) => TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int best, now;
  best = 0;
  while (best <= 9) {
  READ:
    now = __VERIFIER_nondet_int();
    if (now > best)
      best = now;
  }
END:
  return 0;
}
