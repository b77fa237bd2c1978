unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar(), b = 0;
  unsigned w = a;
  long l = w;
  while (b < 5) { b++; a += 100; w -= 7; l = l + a; }
  w = w / (a + 1u); a = w; l = (signed char)a;
  if (l < 0) w = ~w;
  w = w << a; l = l >> b; w = w % b;
  return a;
}
