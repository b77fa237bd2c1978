// A range of designators computes its value once, and later designators override.
// check: AG !at(WRONG) => TRUE
// check: AG !at(RIGHT) => FALSE
// options: -m32
// check: AG !at(WRONG) => TRUE
// check: AG !at(RIGHT) => FALSE
extern int __VERIFIER_nondet_int(void);
static int count;
static int next(void) { return ++count; }
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    int a[6] = {[1 ... 4] = next(), [2] = 9}, b[2] = {[0 ... 1] = next(), [0 ... 1] = 3};
    if (count != 1 || a[1] != 1 || a[2] != 9 || a[4] != 1 || b[1] != 3) goto WRONG;
    if (a[3] == 1 && a[0] == 0) goto RIGHT;
  }
  return 0;
WRONG:
  return 1;
RIGHT:
  return 2;
}
