// The sieve of Eratosthenes.
extern void observe(unsigned long long value);
int main(void) {
  unsigned char composite[100] = {0};
  int count = 0, last = 0;
  for (int i = 2; i < 100; i++) {
    if (composite[i]) continue;
    count++;
    last = i;
    for (int j = i * i; j < 100; j += i) composite[j] = 1;
  }
  observe(count);
  observe(last);
  return 0;
}
