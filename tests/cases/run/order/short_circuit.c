// && and || evaluate their right side only when it decides.
extern void observe(unsigned long long value);
int calls;
static int f(int v) { calls = calls * 10 + 1; return v; }
int main(void) {
  int x = 0;
  observe(f(0) && f(1));
  observe(calls);
  calls = 0;
  observe(f(1) || f(0));
  observe(calls);
  calls = 0;
  observe((f(1) && f(0)) || (f(1) && f(3)));
  observe(calls);
  if (x != 0 && 10 / x > 1) observe(99);
  if (x == 0 || 10 / x > 1) observe(1);
  int y = x++ && x++;
  observe(x * 100 + y);
  int z = x == 1 && (x = 5, 1) ? x : -x;
  observe(z);
  observe(!(x && y) || !z);
  while (x-- > 0 && x != 2) observe(x);
  return 0;
}
