// The comma operator and side effects of arguments (one argument has effects at a time).
extern void observe(unsigned long long value);
static int add(int a, int b) { return a * 10 + b; }
static int next(int *n) { return ++*n; }
int main(void) {
  int n = 0;
  observe(add(next(&n), 7));
  observe(add(7, next(&n)));
  observe((next(&n), next(&n), n * 2));
  for (int i = 0, j = 10; i < j; i++, j -= 2) observe(add(i, j));
  int x = n;
  x = next(&n) * 100;
  observe(x + n);
  x = add(add(1, 2), add(3, add(4, 5)));
  observe(x);
  return 0;
}
