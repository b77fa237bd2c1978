// An index leaves an array inside a struct, and stays in the struct: only bounds are left.
// options: --check bounds
// check: default => FALSE
// options: --check access
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
struct { int a[4]; int b[4]; } s;
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 4) return 0;
  s.a[k] = 1;
  return 0;
}
