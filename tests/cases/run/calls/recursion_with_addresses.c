// Each activation of a recursive function has its own objects.
extern void observe(unsigned long long value);
static int depth(int n, int *up) {
  int mine = n * 10;
  int *p = &mine;
  if (n > 0) *up += depth(n - 1, p);
  return mine + *p;
}
static void fill(int *a, int lo, int hi) {
  int mid[1];
  if (lo >= hi) return;
  mid[0] = (lo + hi) / 2;
  a[mid[0]] = hi - lo;
  fill(a, lo, mid[0]);
  fill(a, mid[0] + 1, hi);
}
int main(void) {
  int top = 1;
  observe(depth(4, &top));
  observe(top);
  int a[10];
  fill(a, 0, 10);
  for (int i = 0; i < 10; i++) observe(a[i]);
  return 0;
}
