// Division truncates towards zero; remainders take the sign of the dividend.
extern void observe(unsigned long long value);
int main(void) {
  int values[] = {7, -7, 0, 1, -1, 2147483647, -2147483647};
  int divisors[] = {2, -2, 3, -3, 1, 10};
  for (int i = 0; i < 7; i++)
    for (int j = 0; j < 6; j++) {
      observe(values[i] / divisors[j]);
      observe(values[i] % divisors[j]);
      observe((unsigned)values[i] / (unsigned)divisors[j]);
      observe((long long)values[i] * 4294967296LL / divisors[j]);
    }
  unsigned long long big = 18446744073709551615ull;
  observe(big / 10);
  observe(big % 1000003);
  short s = -32768;
  observe(s / 3);
  observe(s % 7);
  return 0;
}
