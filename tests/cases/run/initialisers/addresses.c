// Static initialisers with addresses of other objects and of their parts.
extern void observe(unsigned long long value);
int x = 3, a[5] = {1, 2, 3, 4, 5};
struct s { int n; int *p; struct s *next; char c; };
int *px = &x, *pa = a + 2, *pe = &a[4];
extern struct s second;
struct s first = {1, &x, &second, 'f'};
struct s second = {2, &a[1], &first, 's'};
struct s *list[] = {&first, &second, 0};
char *pc = &second.c;
int **pp = &first.p;
int main(void) {
  observe(*px + *pa * 10 + *pe * 100);
  observe(first.next->n + *second.p + first.next->next->n * 100);
  for (struct s **l = list; *l; l++) observe((*l)->n * 1000 + *(*l)->p + (*l)->c);
  *pc = 'z';
  observe(second.c);
  **pp = 70;
  observe(x);
  observe(pe - pa);
  return 0;
}
