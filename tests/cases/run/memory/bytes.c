// Objects seen as bytes through char pointers.
extern void observe(unsigned long long value);
struct s { int a; short b; };
static unsigned sum(const void *p, int n) {
  const unsigned char *c = p;
  unsigned h = 0;
  while (n-- > 0) h = h * 257 + *c++;
  return h;
}
int main(void) {
  int x = 0x11223344;
  char *p = (char *)&x;
  observe(p[0]);
  p[3] = 0x7f;
  observe(x);
  observe(sum(&x, sizeof x));
  short h[2] = {0x0102, -1};
  observe(sum(h, sizeof h));
  struct s s = {0x01020304, 0x0506};
  observe(sum(&s.a, 4) + sum(&s.b, 2));
  *(short *)&s = 0x7777;
  observe(s.a);
  unsigned char raw[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  observe(*(unsigned *)(raw + 4));
  *(unsigned short *)raw = 0xffff;
  observe(raw[0] + raw[1] + raw[2]);
  return 0;
}
