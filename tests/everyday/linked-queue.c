// A queue of nodes gives elements in their order.
// check: default => TRUE
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};
struct queue {
  struct node *head, **tail;
};
static void put(struct queue *q, int value) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    exit(1);
  n->value = value;
  n->next = NULL;
  *q->tail = n;
  q->tail = &n->next;
}
static int get(struct queue *q) {
  struct node *n = q->head;
  int value = n->value;
  q->head = n->next;
  if (!q->head)
    q->tail = &q->head;
  free(n);
  return value;
}
int main(void) {
  struct queue q = {NULL, &q.head};
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  put(&q, a);
  assert(get(&q) == a);
  put(&q, b);
  put(&q, a);
  assert(get(&q) == b);
  assert(get(&q) == a);
  assert(q.head == NULL);
  return 0;
}
