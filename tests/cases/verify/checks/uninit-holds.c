// It is read only where it was written, in loops and inlined functions too.
// options: --check uninit
// check: default => TRUE
extern int __VERIFIER_nondet_int(void);
int f(int x) {
  int r;
  if (x) r = x;
  else return 0;
  return r;
}
int main(void) {
  int a, c = __VERIFIER_nondet_int(), written = 0, sum = 0;
  for (int i = 0; i < 2; i++) {
    int b;
    if (c > i) { a = f(i); written = 1; }
    if (written) sum = a;
    b = sum;
    sum = b;
  }
  return sum;
}
