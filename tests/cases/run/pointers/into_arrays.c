// Pointers into arrays: arithmetic, differences, comparisons, negative indices.
extern void observe(unsigned long long value);
int a[10];
int main(void) {
  int *p = a, *q = &a[7];
  for (int i = 0; i < 10; i++) a[i] = i * i;
  observe(*(p + 3) + p[4] + 5[a]);
  observe(q - p);
  observe(p - q);
  observe(q[-2]);
  observe(*(q - 1));
  observe(p < q && q > p && p != q && p + 7 == q);
  p += 2;
  *p = 100;
  observe(a[2]);
  p -= 1;
  observe(*p);
  for (int *r = a + 10; r != a;) observe(*--r);
  int *end = a + sizeof a / sizeof *a;
  observe(end - a);
  char *c = (char *)(a + 1);
  observe(*(int *)(c + 4));
  const int *s = a;
  int n = 0;
  while (s < end) n += *s++;
  observe(n);
  return 0;
}
