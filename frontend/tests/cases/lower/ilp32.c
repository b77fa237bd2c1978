// options: ilp32
int a[10];
int main(void)
{
  long l;
  unsigned long long u;
  short i;
  int *p = &a[i];
  l = p - a;
  u = (unsigned long)p;
  a[u] = p[-1];
  return l;
}
