int __VERIFIER_nondet_int(void);
int twice(int n) { int m = n; while (m < n + n) m = m + 1; return m; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 && x < 10) x = twice(x);
  if (x < 0) x = 0;
  return x;
}
