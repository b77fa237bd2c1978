// What is narrower than `int` is computed as `int`, and converted: nothing overflows.
// options: --check overflow
// check: default => TRUE
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char c = __VERIFIER_nondet_char();
  c++;
  c = c * c;
  c += 100;
  unsigned u = c;
  u = u * u + 1;
  return 0;
}
