// A pointer that is null if the input is negative.
// options: --check null
// check: default => FALSE
// options: --check access
// check: default => FALSE
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  int *p = __VERIFIER_nondet_int() < 0 ? 0 : &x;
  *p = 1;
  return 0;
}
