// Several levels of indirection and pointers that alias.
extern void observe(unsigned long long value);
static void swap(int **a, int **b) { int *t = *a; *a = *b; *b = t; }
int main(void) {
  int x = 1, y = 2;
  int *p = &x, *q = &y, **pp = &p, ***ppp = &pp;
  swap(&p, &q);
  observe(*p * 10 + *q);
  **pp = 5;
  observe(y);
  *ppp = &q;
  ***ppp = 6;
  observe(x * 10 + **pp);
  *q += *q;
  observe(x);
  int *r = p;
  *r = *p + *r;
  observe(y);
  int *table[3] = {&x, &y, &x};
  for (int i = 0; i < 3; i++) *table[i] += i;
  observe(x * 100 + y);
  int **t = table + 1;
  observe(*t[1] + **t);
  p = 0;
  observe(p == 0 && q != (void *)0 && !p);
  return 0;
}
