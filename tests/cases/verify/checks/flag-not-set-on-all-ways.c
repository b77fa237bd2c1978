// One case of the switch leaves the result unset.
// options: --check uninit
// check: default => FALSE
int __VERIFIER_nondet_int(void);

enum unit { METRE, FOOT, INCH };

static int millimetres(enum unit unit, int length) {
  int factor;
  switch (unit) {
  case METRE: factor = 1000; break;
  case FOOT: factor = 305; break;
  default: break;
  }
  return length * factor;
}
int main(void) {
  int unit = __VERIFIER_nondet_int() & 3;
  return millimetres((enum unit)unit, 2) > 0;
}
