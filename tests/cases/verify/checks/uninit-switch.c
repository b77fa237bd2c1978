// A switch leaves a variable without a value in one case of four.
// options: --check uninit
// check: default => FALSE
int __VERIFIER_nondet_int(void);
static int price(int kind) {
  int p;
  switch (kind) { case 0: p = 10; break; case 1: p = 20; break; case 2: p = 30; break; }
  return p;
}
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 3) return 0;
  return price(k);
}
