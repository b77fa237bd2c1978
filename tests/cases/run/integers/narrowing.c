// Stores into narrow types drop bits; loads extend by the source's own sign.
extern void observe(unsigned long long value);
signed char sc;
unsigned char uc;
short ss;
unsigned short us;
int main(void) {
  int values[] = {127, 128, 255, 256, -1, -129, 32767, 32768, 65535, 65536, 100000, -100000};
  for (int i = 0; i < 12; i++) {
    sc = values[i];
    uc = values[i];
    ss = values[i];
    us = values[i];
    observe(sc);
    observe(uc);
    observe(ss);
    observe(us);
    observe((sc = values[i]) + 1);
    observe((uc += values[i]));
    observe(++sc);
    observe(us--);
    observe((unsigned long long)(signed char)values[i]);
    observe((long long)(unsigned)values[i]);
  }
  int big = 0x12345678;
  observe((char)big);
  observe((short)big);
  observe((long long)big << 16);
  return 0;
}
