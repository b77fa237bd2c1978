int __VERIFIER_nondet_int(void);
int g, h;
int next(int n) { int r = n + 1; h = r; return r; }
int size(int n) { if (n < 0) return -n; return n; }
void keep(int k) { h = k; if (k > 0) keep(k - 1); }
int main(void) {
  int x = __VERIFIER_nondet_int(), y;
  g = 0;
  y = size(x);
  if (x == g) y = next(y);
  keep(x);
  x = next(x);
  next(3);
  return y;
}
