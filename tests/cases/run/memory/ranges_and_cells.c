// Ranges and single cells of one block.
extern void observe(unsigned long long value);
struct mixed { int n; char a[4]; long l; };
static struct mixed plain, bytes;
int main(void) {
  unsigned char *p = (unsigned char *)&bytes;
  for (int i = 0; i < (int)sizeof bytes; i++) p[i] = i;
  struct mixed *q = &plain; char *c = plain.a;
  for (int i = 0; i < 4; i++) c[i] = 10 * i;
  q->n = 5; q->l = 6;
  *(struct mixed *)p = *q;
  observe(bytes.n); observe(bytes.l); for (int i = 0; i < 4; i++) observe(bytes.a[i]);
  p[1] = 3;
  *q = bytes;
  observe(plain.n); observe(plain.l); observe(c[2]);
  return 0;
}
