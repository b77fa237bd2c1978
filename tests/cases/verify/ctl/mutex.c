// Two processes, scheduled by the environment, with a test-and-set lock.
// check: AG !(at(LOOP) & {a == 2 && b == 2}) => TRUE
// check: AG (at(LOOP) -> EF {a == 2}) => TRUE
// check: AG (at(LOOP) & {a == 1} -> AF {a == 2}) => FALSE
// check: EF (at(LOOP) & {a == 2 && b == 1}) => TRUE
// check: AG (at(LOOP) & {a == 1 && b == 2} -> A[{a == 1} W {lock == 0}]) => TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a, b, lock;
  a = 0;
  b = 0;
  lock = 0;
  while (1) {
  LOOP:
    if (__VERIFIER_nondet_int()) {
      if (a == 0) {
        a = 1;
      } else if (a == 1) {
        if (!lock) {
          lock = 1;
          a = 2;
        }
      } else {
        a = 0;
        lock = 0;
      }
    } else {
      if (b == 0) {
        b = 1;
      } else if (b == 1) {
        if (!lock) {
          lock = 1;
          b = 2;
        }
      } else {
        b = 0;
        lock = 0;
      }
    }
  }
}
