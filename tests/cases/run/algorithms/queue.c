// A ring buffer with function pointers for its policy, and a simulation that uses it.
extern void observe(unsigned long long value);
#define SIZE 8
struct queue { int data[SIZE]; unsigned head, tail; int (*full)(const struct queue *); };
static int strict(const struct queue *q) { return q->tail - q->head == SIZE; }
static int half(const struct queue *q) { return q->tail - q->head >= SIZE / 2; }
static int put(struct queue *q, int v) {
  if (q->full(q)) return 0;
  q->data[q->tail++ % SIZE] = v;
  return 1;
}
static int get(struct queue *q, int *v) {
  if (q->head == q->tail) return 0;
  *v = q->data[q->head++ % SIZE];
  return 1;
}
int main(void) {
  struct queue q = {{0}, 0, 0, strict};
  int lost = 0, got = 0, v;
  for (int t = 0; t < 40; t++) {
    if (t == 20) q.full = half;
    lost += !put(&q, t);
    if (t % 3 == 0 && get(&q, &v)) got = got * 7 + v;
  }
  observe(lost);
  observe(got);
  observe(q.tail - q.head);
  while (get(&q, &v)) observe(v);
  return 0;
}
