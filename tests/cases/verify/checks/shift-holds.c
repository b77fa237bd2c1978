// The same to bit 30, and to bit 31 of an unsigned number.
// options: --check shift
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 31) return 0;
  unsigned u = 1u << n;
  if (n < 31) u = 1 << n;
  return u >> n;
}
