// end: returned 1960988563
unsigned sum;
void add(long long x) { sum = sum * 31 + (unsigned)x; }
int main(void)
{
  int values[] = { 0, 1, -1, 7, -7, 255, 256, -128, 32767, 65536, 2147483647, -2147483647 - 1 };
  int n = sizeof values / sizeof *values;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      int a = values[i], b = values[j];
      unsigned u = a, v = b;
      short s = a;
      unsigned char c = b;
      signed char d = a;
      unsigned short h = b;
      long l = a;
      unsigned long m = b;
      add(a + b); add(a - b); add(a * b); add(a & b); add(a | b); add(a ^ b);
      add(~a); add(-a); add(!a); add(a << (b & 31)); add(a >> (b & 31)); add(u >> (v % 32));
      add(a < b); add(u < v); add(s < c); add(d < h); add(l < m); add(a < v); add(s == b); add(c > d);
      if (b && !(b == -1 && a == values[11])) { add(a / b); add(a % b); }
      if (v) { add(u / v); add(u % v); }
      if (c) { add(s / c); add(d % c); add(l / c); }
      add(l * b); add(m + a); add(s * d); add(h * h); add((short)(s + 1)); add((char)b);
      s += b; c -= a; d *= 3; h /= 7; l <<= 3; m >>= 2; u ^= b; v |= 5; a %= 7;
      add(s); add(c); add(d); add(h); add(l); add(m); add(u); add(v); add(a);
      add(s++); add(--c); add(++d); add(h--); add(s); add(c); add(d); add(h);
      add((_Bool)b); add((long long)u << 3); add((unsigned long long)l >> 5);
      _Bool t = a; t++; add(t); t--; add(t); t += 4; add(t);
    }
  return sum & 0x7fffffff;
}
