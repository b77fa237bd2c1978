extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 0, i = 0;
  while (i < 3) { i = i + 1; x = x + 2; }
  L: x = x;
  if (__VERIFIER_nondet_int() == 7) { M: x = 1; }
  return x;
}
