extern int __VERIFIER_nondet_int(void);

extern void *malloc(typeof(sizeof(0)));
struct node { int value; struct node *next; };
int main(void) {
  struct node *list = 0;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->value = 1;
    n->next = list;
    list = n;
  }
  return list ? list->value : 0;
}
