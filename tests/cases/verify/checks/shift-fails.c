// A shift into the sign, and one by too much.
// options: --check shift
// check: default => FALSE
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 31) return 0;
  return 1 << n;
}
