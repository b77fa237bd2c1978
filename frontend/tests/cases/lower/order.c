// The order of effects in expressions.
int g, h, a[10];
int f(int x) { g = x; return g + 1; }
int *p;
struct s { int x; struct s *next; };
int main(void)
{
  int i = 1, j;
  struct s *q;
  j = i + f(i);
  j = g + f(i);
  j = a[g] + f(2);
  a[i++] = i;
  a[g] = f(3);
  p[i] = f(3);
  *p = g++ + ++h;
  i += f(i) * g;
  j = i++ , i;
  i = j = g;
  f(f(1) + f(2));
  q->next->x = f(g) - q->x;
  q = q->next;
  p++;
  *p++ = 1;
  (*p)--;
  return i;
}
