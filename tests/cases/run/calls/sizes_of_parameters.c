// The size of an array that is a parameter is computed, although the parameter is a pointer.
extern void observe(unsigned long long value);
int count;
static int more(void) { return ++count; }
static int size(int n, int a[n++]) { return n + a[0]; }
static int called(int n, int a[more()], int b[static 1]) { return n + a[0] + b[0]; }
int main(void) {
  int a[4] = {3};
  observe(size(10, a));
  observe(called(1, a, a));
  observe(count);
  return 0;
}
