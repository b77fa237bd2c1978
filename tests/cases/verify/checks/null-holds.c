// The pointer is looked at before it is used, also in one expression.
// options: --check null,access
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
int x;
int main(void) {
  int *p = __VERIFIER_nondet_int() < 0 ? 0 : &x;
  if (p && *p == 0) *p = 1;
  return p ? *p : 0;
}
