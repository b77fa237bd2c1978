// Compilers make a negation of a division by -1, and zero of the remainder: nothing traps.
extern void observe(unsigned long long value);
int least = -2147483647 - 1, seven = 7;
long long least_long = -9223372036854775807LL - 1;
short small = -32768;
int main(void) {
  observe(least / -1);
  observe(least % -1);
  observe(seven / -1);
  observe(least_long / -1);
  observe(least_long % -1);
  observe(small / -1);
  least /= -1;
  observe(least);
  observe(seven / -1u);
  return 0;
}
