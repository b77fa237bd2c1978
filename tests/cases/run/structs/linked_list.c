// A list on the heap: insertion, reversal, removal.
extern void observe(unsigned long long value);
extern void *malloc(typeof(sizeof(0)));
extern void free(void *);
struct node { int value; struct node *next; };
static struct node *push(struct node *head, int v) {
  struct node *n = malloc(sizeof *n);
  n->value = v;
  n->next = head;
  return n;
}
static struct node *reverse(struct node *head) {
  struct node *r = 0;
  while (head) { struct node *next = head->next; head->next = r; r = head; head = next; }
  return r;
}
static int sum(struct node *n) {
  int s = 0, k = 1;
  for (; n; n = n->next) s += k++ * n->value;
  return s;
}
int main(void) {
  struct node *list = 0;
  for (int i = 1; i <= 6; i++) list = push(list, i * i);
  observe(sum(list));
  list = reverse(list);
  observe(sum(list));
  struct node **p = &list;
  while (*p) {
    if ((*p)->value % 2) { struct node *dead = *p; *p = dead->next; free(dead); }
    else p = &(*p)->next;
  }
  observe(sum(list));
  observe(list->next->value);
  return 0;
}
