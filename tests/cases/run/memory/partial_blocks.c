// Blocks that end in the middle of a number, of constant and of variable size.
extern void observe(unsigned long long value);
extern void *memset(void *, int, typeof(sizeof(0)));
extern void *memcpy(void *, const void *, typeof(sizeof(0)));
int main(void) {
  int a[4] = {1, 2, 3, 4}, b[4] = {0x01020304, 0x05060708, 9, 10}, c[4] = {0};
  memset(a, 1, 6);
  observe(a[0]);
  observe(a[1]);
  memcpy(a, b, 7);
  observe(a[1]);
  for (int n = 0; n < 12; n += 5) {
    memcpy(c, b, n);
    observe(c[0]);
    observe(c[1]);
    observe(c[2]);
  }
  return 0;
}
