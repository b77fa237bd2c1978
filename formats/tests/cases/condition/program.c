extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
struct node { int value; struct node *next; };
struct machine { int state; char tag; };
int g, count;
int shared[10];
int *cursor = &shared[2];
int table[100];
static int twice(int n, unsigned char c) { L: g = n + c; return n * 2; }
static void clear(int *q, int n) { for (int k = 0; k < n; k++) q[k] = 0; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned u = x;
  unsigned char c = x;
  signed char s = x;
  long l = x;
  unsigned long ul = x;
  struct machine t = {1, 'a'};
  int a[3] = {1, 2, 3};
  struct node *p = malloc(sizeof *p);
  p->value = x;
  p->next = 0;
  if (x > 0) { int y = 1; g += y; } else { int y = 2; g -= y; }
  int count = twice(x, c) + twice(u, s);
LOOP:
  for (int i = 0; i < 100; i++) { table[i] = i; g += table[i]; }
  *cursor = l + ul + t.state + t.tag + a[0];
  cursor[1] = 3;
  int local[20];
  clear(local, 20);
  return local[x & 3] + p->value + count + *cursor + shared[x & 7];
}
