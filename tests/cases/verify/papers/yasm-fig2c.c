// YASM Fig. 2(c), (d): the environment decides whether the file can be opened; x is not known, but
// whichever way the branch goes, P1 follows.
// options: --no-passes
// check: AG !at(P1) => FALSE
// check: EF at(P1) => TRUE
// check: AF at(P1) => FALSE
// check: AF (at(P1) | at(GIVE_UP)) => TRUE
// check: EF at(POSITIVE) => UNKNOWN
// The last one has no answer: nobody knows what config() returns.
extern int __VERIFIER_nondet_int(void);
extern int config(void);
int main(void) {
  int x = config();
  int opened = __VERIFIER_nondet_int();
  if (!opened) {
  GIVE_UP:
    return 1;
  }
  if (x > 0) {
  POSITIVE:
    x = 1;
  } else {
    x = 2;
  }
P1:
  return 0;
}
