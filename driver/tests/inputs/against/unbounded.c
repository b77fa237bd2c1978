int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  while (x > 0) { x = x - 1; y = y + 2; if (y / 2 > x) y = y - x * x; }
  x = __VERIFIER_nondet_int(); y = x << 2; y = y & 3;
  return y;
}
