// Addresses, arrays, fields, bit-fields, pointer arithmetic.
struct inner { char c; int v[4]; };
struct s { int x; struct inner in[3]; unsigned b : 3, d : 5; _Bool t : 1; struct s *next; };
struct s g, *p;
int m[4][5];
int main(void)
{
  int i, *q;
  long d;
  char *c;
  void *v;
  g.in[i].v[2] = m[i][i + 1];
  p->in[1].v[i] = p[i].x;
  g.b = 9;
  p->d = g.b + 1;
  g.t = i;
  i = (g.b = 12);
  g.d++;
  q = &m[1][2];
  q = &p->next->in[i].v[0];
  q = q + i;
  q = q - 2;
  d = q - &m[0][0];
  d = &m[1][0] - &m[0][0];
  c = (char *)q + 1;
  i = q < &m[3][0];
  i = q == 0;
  i = !q;
  i = &g == 0;
  d = (long)q;
  q = (int *)d;
  v = &((struct s *)0)->next;
  i = *(int *)(c + 4);
  q += i;
  q--;
  return -1[q];
}
