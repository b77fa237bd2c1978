int __VERIFIER_nondet_int(void);
int unknown_value(void);
int main(void) {
  int x = 0, y = 2, z;
L: while (y <= 2) { y = y - 1; x = x + y; }
  x = __VERIFIER_nondet_int();
  if (unknown_value() < 1.5 * x) z = 1; else z = 2;
  y = __VERIFIER_nondet_int();
  if (x < y && z == 1) { z = unknown_value(); x = y; }
  if (x > 5) { M: y = x + 1; }
  return x;
}
