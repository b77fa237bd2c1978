int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  unsigned char c = __VERIFIER_nondet_uchar();
  while (y <= 2 && x < 100) { y = y + 1; x = x * 2; c = c + 3; }
  if (x == 2) { P1: c = c >> 1; }
  x = x / y; y = x % 3; x = -x; y = ~y ^ x;
  c = __VERIFIER_nondet_uchar();
  if (c > 10 || y < x) x = c << 2;
  return x;
}
