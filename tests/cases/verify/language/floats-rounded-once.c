// Hexadecimal constants near the smallest number and with many digits.
// check: AG !at(WRONG) => TRUE
// check: AG !at(RIGHT) => FALSE
// options: -m32
// check: AG !at(WRONG) => TRUE
// check: AG !at(RIGHT) => FALSE
extern int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    if (!(0x1p-1074 > 0) || 0x1p-1075 > 0 || 0x1.00000100000001p0f == 1.0f) goto WRONG;
    if (0x1.000001p0f == 1.0f) goto RIGHT;
  }
  return 0;
WRONG:
  return 1;
RIGHT:
  return 2;
}
