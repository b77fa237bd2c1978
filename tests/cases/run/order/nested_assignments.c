// Assignments as values, chained and nested.
extern void observe(unsigned long long value);
int g;
static int set(int v) { return g = v; }
int main(void) {
  int a, b, c;
  a = b = c = 4;
  observe(a + b * 10 + c * 100);
  a = (b = 3) + (c = 2);
  observe(a);
  unsigned char n;
  int w = n = 300;
  observe(w);
  observe(set(5) + 6 * 0);
  observe(g);
  if ((a = set(0))) observe(1); else observe(2);
  while ((a = a + 1) < 4) observe(a);
  int arr[3] = {0};
  int i = 0;
  arr[i + 1] = arr[i] = 2;
  i = arr[arr[1]] = arr[i] + 1;
  observe(arr[0] + arr[2] * 10 + i * 100);
  a = b ? c = 7 : (c = 8);
  observe(a * 10 + c);
  return 0;
}
