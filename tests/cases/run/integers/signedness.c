// Comparisons and arithmetic across signedness and rank.
extern void observe(unsigned long long value);
int main(void) {
  int minus = -1;
  unsigned int one = 1u;
  long long wide = -1;
  unsigned char small = 255;
  signed char negative = -128;
  observe(minus > one);
  observe(minus < (int)one);
  observe(wide < one);
  observe(small == minus);
  observe((signed char)small == minus);
  observe(negative < small);
  observe(-negative);
  observe((unsigned)negative);
  observe((unsigned short)negative);
  observe(minus / 2u);
  observe(minus % 10u);
  observe(one - 2 > 0);
  observe((long)one - 2 > 0);
  observe(sizeof(int) > minus);
  observe(~small);
  observe(!small);
  observe(+negative);
  return 0;
}
