// A queue of two stacks keeps the order.
// options: --check bounds
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);

#define N 4
struct stack { int items[N]; int count; };
static void push(struct stack *s, int x) { s->items[s->count++] = x; }
static int pop(struct stack *s) { return s->items[--s->count]; }

struct queue { struct stack in, out; };
static void enqueue(struct queue *q, int x) { push(&q->in, x); }
static int dequeue(struct queue *q) {
  if (q->out.count == 0)
    while (q->in.count > 0)
      push(&q->out, pop(&q->in));
  return pop(&q->out);
}
int main(void) {
  struct queue q = {{{0}, 0}, {{0}, 0}};
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  enqueue(&q, a);
  enqueue(&q, b);
  assert(dequeue(&q) == a);
  enqueue(&q, c);
  assert(dequeue(&q) == b);
  assert(dequeue(&q) == c);
  return 0;
}
