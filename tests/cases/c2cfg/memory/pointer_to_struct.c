struct node { int value; struct node *next; };
struct node a, b;
int main(void) {
  struct node *p = &a;
  p->next = &b;
  p->next->value = 3;
  p = p->next;
  return p->value + a.value;
}
