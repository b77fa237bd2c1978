int __VERIFIER_nondet_int(void);
void ext(int *p);
int unknown_value(void);
int a[8], u, v;
struct node { int key; struct node *next; } n1, n2;
int main(void) {
  int i, *p = &u;
  struct node *q = &n1;
  if (__VERIFIER_nondet_int()) p = &v;
  *p = 3;
  q->next = &n2;
  q = q->next;
  q->key = *p + 1;
  for (i = 0; i < 8; i++) a[i] = i;
  a[u & 7] = 5;
  ext(&u);
  i = unknown_value();
  if (u == 3) v = a[2];
  i = __VERIFIER_nondet_int();
  return i;
}
