// Reads until it gets a number above 9, which it may never get. best is the largest so far.
// check: AG (at(END) -> {best > 9}) => TRUE
// check: EF at(END) => TRUE
// check: AF at(END) => FALSE
// check: AG (!halted -> EF at(END)) => TRUE
// check: EF (at(END) & {best == 100}) => TRUE
// check: AG !(at(END) & {best == 100}) => FALSE
// check: EF (at(END) & {best == 5}) => FALSE
// check: AG (at(READ) -> EX EF at(END)) => TRUE
// check: A[{best <= 9} | !at(READ) W at(END)] => TRUE
// check: EG (at(READ) | {best <= 9} | !at(END)) => TRUE
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
