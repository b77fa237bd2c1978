// Every index is one of the array, also behind an input.
// options: --check bounds
// check: default => TRUE
// options: --check access
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
int a[10];
int main(void) {
  int i, k = __VERIFIER_nondet_int();
  for (i = 0; i < 10; i++) a[i] = i;
  if (k >= 0 && k < 10 && a[k] > 3) a[9 - k] = 0;
  return 0;
}
