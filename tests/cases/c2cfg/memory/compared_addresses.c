// Where objects lie decides some comparisons of addresses: not those in one object, and not with null.
static int a[4], b;
int main(void) {
  int *p = a, n = 0;
  while (p < a + 4) p++;
  if (p == &b || !p) n++;
  if (p > &b) n++;
  if ((unsigned long)p == 4096) n++;
  if ((unsigned long)p % 16) n++;
  if (p - a > 3) n++;
  return n;
}
