// Where every index is checked, nothing is assumed about indices.
// options: --check bounds
// check: default => TRUE
// says: certified
// lacks: stays in its object
extern int __VERIFIER_nondet_int(void);
int a[100];
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100) return 0;
  for (int i = 0; i < n; i++) a[i] = i;
  return 0;
}
