int __VERIFIER_nondet_int(void);
int main(void) {
  int x, y, z;
  y = __VERIFIER_nondet_int();
  x = __VERIFIER_nondet_int();
  z = __VERIFIER_nondet_int();
  while (x < y) { x = __VERIFIER_nondet_int(); if (x > z) z = x; }
  return 0;
}
