// void functions, early returns, results that are ignored or unused.
extern void observe(unsigned long long value);
static int log;
static void note(int v) { if (v < 0) return; log = log * 10 + v; }
static int find(const int *a, int n, int v) {
  for (int i = 0; i < n; i++) if (a[i] == v) return i;
  return -1;
}
static void out(int *a, int *b) { *a = 1; *b = 2; note(*a + *b); return; }
int main(void) {
  note(1); note(-1); note(2);
  observe(log);
  int a[] = {4, 8, 15, 16, 23, 42};
  observe(find(a, 6, 16));
  observe(find(a, 6, 17));
  find(a, 6, 4);
  int p, q;
  out(&p, &q);
  observe(p * 10 + q);
  out(&p, &p);
  observe(p);
  observe(log);
  (void)find(a, 1, 1);
  return 0;
}
