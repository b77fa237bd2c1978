// Loops, switch, labels, goto.
int f(int);
int main(void)
{
  int i, n, count, *to, *from;
  for (i = 0; i < 10; i++) {
    if (i == 3) continue;
    if (i == 5) break;
    n += i;
  }
  while (1) { if (n) break; }
  for (;;) { n++; if (n > 3) goto out; }
out:
again: n--;
  switch (n) {
  case 1: i = 1;
  case 2: i = 2; break;
  default: i = 9;
  case 5 ... 7: i = 3;
  }
  switch (n * 2 + i) { case 1: return 1; case -1: ; }
  switch (count % 4) {
  case 0: do { *to = *from++;
  case 3:      *to = *from++;
  case 2:      *to = *from++;
  case 1:      *to = *from++;
          } while (--n > 0);
  }
  if (i) goto inside;
  while (n) {
    n--;
inside: i = 2;
  }
  do n--; while (n);
  { static int s = 4; int a, b, c = 3, d; d = s; a = c; }
  L: goto L;
}
