// end: returned 1587841416
int sum, calls;
int f(int x) { calls++; sum = sum * 3 + x; return x; }
int sw(int x)
{
  int r = 0;
  switch (x) {
  case 0: r = 1; break;
  case 1: r += 2;
  case 2: r += 4;
  default: r += 8;
  case 10 ... 12: r += 16; break;
  case -1: return 99;
  }
  return r;
}
void duff(int *to, int *from, int count)
{
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { *to++ = *from++;
  case 3:      *to++ = *from++;
  case 2:      *to++ = *from++;
  case 1:      *to++ = *from++;
          } while (--n > 0);
  }
}
int jump(int n)
{
  static void *table[] = { &&zero, &&one, &&two };
  int r = 0;
  goto *table[n % 3];
two: r += 100;
one: r += 10;
zero: r += 1;
  if (r < 50 && n > 2) goto *table[2];
  return r;
}
int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
int main(void)
{
  int a[11], b[11], i, j;
  for (i = -2; i < 15; i++) f(sw(i));
  for (i = 0; i < 11; i++) a[i] = i * i;
  duff(b, a, 11);
  for (i = 0; i < 11; i++) f(b[i]);
  for (i = 0; i < 6; i++) f(jump(i));
  f(fact(6));
  i = 3;
  if (f(0) && f(1)) f(2); else f(3);
  if (f(1) || f(2)) f(4);
  if (!(f(1) && (f(0) || f(7))) ) f(5);
  j = f(2) && f(0); f(j);
  j = f(0) || f(9); f(j);
  j = f(1) ? f(2) : f(3); f(j);
  j = f(0) ?: f(6); f(j);
  j = (f(1), f(2)) + f(3); f(j);
  j = i++ + 10; f(j); f(i);
  a[i--] = f(i); f(a[4]);
  i = j = f(12); f(i + j);
  do { if (i == 7) continue; f(i); if (i == 5) break; } while (--i);
  while (1) { if (++i > 9) break; f(i); }
  for (;;) { if (i-- < 3) goto out; f(i); }
out:
  j = ({ int t = f(8); t * 2; }); f(j);
  i = 0;
  goto middle;
  while (i < 5) { f(i);
middle: i += 2; }
  f(i ? i > 3 ? 1 : 2 : 3);
  return (sum ^ calls) & 0x7fffffff;
}
