// Bubble sort, insertion sort, and quicksort with a comparison function and an explicit stack.
extern void observe(unsigned long long value);
typedef int (*compare)(int, int);
static int up(int a, int b) { return a - b; }
static int down(int a, int b) { return b - a; }
static void bubble(int *a, int n) {
  for (int swapped = 1; swapped;) {
    swapped = 0;
    for (int i = 1; i < n; i++)
      if (a[i - 1] > a[i]) { int t = a[i]; a[i] = a[i - 1]; a[i - 1] = t; swapped = 1; }
  }
}
static void insertion(int *a, int n, compare c) {
  for (int i = 1; i < n; i++) {
    int v = a[i], j = i;
    for (; j > 0 && c(a[j - 1], v) > 0; j--) a[j] = a[j - 1];
    a[j] = v;
  }
}
static void quick(int a[], int n) {
  int lo[16], hi[16], sp = 0;
  lo[sp] = 0; hi[sp++] = n - 1;
  while (sp) {
    int l = lo[--sp], h = hi[sp];
    if (l >= h) continue;
    int p = a[h], m = l;
    for (int i = l; i < h; i++) if (a[i] < p) { int t = a[i]; a[i] = a[m]; a[m++] = t; }
    a[h] = a[m]; a[m] = p;
    lo[sp] = l; hi[sp++] = m - 1;
    lo[sp] = m + 1; hi[sp++] = h;
  }
}
static void show(const int *a, int n) {
  unsigned h = 0;
  for (int i = 0; i < n; i++) h = h * 31 + a[i];
  observe(h);
}
int main(void) {
  int a[12], b[12], c[12];
  unsigned s = 42;
  for (int i = 0; i < 12; i++) { s = s * 69069 + 1; a[i] = b[i] = c[i] = (int)(s >> 20) - 2000; }
  bubble(a, 12);
  insertion(b, 12, down);
  quick(c, 12);
  show(a, 12); show(b, 12); show(c, 12);
  insertion(b, 12, up);
  show(b, 12);
  return 0;
}
