// Recursion, direct and mutual, with locals that survive the calls.
extern void observe(unsigned long long value);
static int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }
static int even(unsigned n);
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
static int fib(int n) {
  int a, b;
  if (n < 2) return n;
  a = fib(n - 1);
  b = fib(n - 2);
  return a + b;
}
static int moves;
static void hanoi(int n, int from, int to, int by) {
  if (n == 0) return;
  hanoi(n - 1, from, by, to);
  moves = moves * 3 + from * 2 + to;
  hanoi(n - 1, by, to, from);
}
int main(void) {
  observe(factorial(10));
  observe(even(10) * 10 + odd(7));
  observe(ackermann(2, 3));
  observe(fib(12));
  hanoi(5, 1, 3, 2);
  observe(moves);
  return 0;
}
