// A heap of four gives its numbers in order.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);

#define N 4
static int heap[N], count;

static void swap(int i, int j) {
  int t = heap[i];
  heap[i] = heap[j];
  heap[j] = t;
}
static void insert(int x) {
  int i = count++;
  heap[i] = x;
  while (i > 0 && heap[(i - 1) / 2] > heap[i]) {
    swap(i, (i - 1) / 2);
    i = (i - 1) / 2;
  }
}
static int least(void) {
  int x = heap[0];
  heap[0] = heap[--count];
  for (int i = 0;;) {
    int child = 2 * i + 1;
    if (child >= count)
      break;
    if (child + 1 < count && heap[child + 1] < heap[child])
      child++;
    if (heap[i] <= heap[child])
      break;
    swap(i, child);
    i = child;
  }
  return x;
}
int main(void) {
  for (int i = 0; i < N; i++)
    insert(__VERIFIER_nondet_int());
  int before = least();
  while (count > 0) {
    int next = least();
    assert(before <= next);
    before = next;
  }
  return 0;
}
