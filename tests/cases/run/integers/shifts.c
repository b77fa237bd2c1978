// Shifts of all widths: arithmetic to the right on signed types, logical on unsigned ones.
extern void observe(unsigned long long value);
int main(void) {
  int n = -256;
  unsigned u = 0x80000001u;
  long long l = -1LL;
  unsigned char c = 0x81;
  signed char s = -127;
  for (int i = 0; i < 31; i += 3) {
    observe(n >> i);
    observe(n << i);
    observe(u >> i);
    observe(u << i);
    observe(l << i);
    observe(l >> i);
    observe((unsigned long long)l >> i);
  }
  observe(c << 8);
  observe(c >> 3);
  observe(s >> 2);
  observe((unsigned char)(c << 1));
  c <<= 1;
  observe(c);
  s >>= 1;
  observe(s);
  observe(1ull << 63);
  observe(1 << 31);
  return 0;
}
