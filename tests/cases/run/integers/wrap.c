// Two's complement wrap of signed and unsigned arithmetic.
extern void observe(unsigned long long value);
int main(void) {
  int max = 2147483647, min = -2147483647 - 1;
  observe(max + 1 == min);
  observe(min - 1);
  observe(max * 2);
  observe(-min);
  unsigned zero = 0;
  observe(zero - 1);
  long long lmax = 9223372036854775807LL;
  observe(lmax + 1);
  observe(lmax * lmax);
  short s = 32767;
  s++;
  observe(s);
  unsigned char c = 0;
  c--;
  observe(c);
  observe(max + (unsigned)max);
  observe((unsigned char)(200 + 100));
  observe(46341 * 46341);
  return 0;
}
