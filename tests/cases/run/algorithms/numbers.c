// gcd, integer square root, Collatz, popcount, bit reversal, modular power.
extern void observe(unsigned long long value);
static unsigned gcd(unsigned a, unsigned b) { while (b) { unsigned t = a % b; a = b; b = t; } return a; }
static unsigned root(unsigned n) { unsigned r = 0, b = 1u << 30; while (b > n) b >>= 2;
  while (b) { if (n >= r + b) { n -= r + b; r = (r >> 1) + b; } else r >>= 1; b >>= 2; } return r; }
static int collatz(unsigned long n) { int s = 0; while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; s++; } return s; }
static int bits(unsigned x) { int n = 0; for (; x; x &= x - 1) n++; return n; }
static unsigned reverse(unsigned x) {
  x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
  x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
  x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
  x = (x >> 8 & 0x00ff00ff) | (x & 0x00ff00ff) << 8;
  return x >> 16 | x << 16;
}
static unsigned power(unsigned b, unsigned e, unsigned m) {
  unsigned long long r = 1, x = b % m;
  for (; e; e >>= 1, x = x * x % m) if (e & 1) r = r * x % m;
  return r;
}
int main(void) {
  observe(gcd(1071, 462));
  observe(root(1000000) * 10000ull + root(99));
  observe(collatz(27));
  observe(bits(0xdeadbeef));
  observe(reverse(0x12345678));
  observe(power(7, 560, 561));
  return 0;
}
