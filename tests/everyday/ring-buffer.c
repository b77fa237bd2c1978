// What comes out of a ring buffer is what went in first.
// check: default => TRUE
#include <assert.h>
#include <stdbool.h>
_Bool __VERIFIER_nondet_bool(void);

#define SIZE 4
struct ring {
  int data[SIZE];
  unsigned head, tail;
};
static bool put(struct ring *r, int x) {
  if (r->head - r->tail == SIZE)
    return false;
  r->data[r->head++ % SIZE] = x;
  return true;
}
static bool get(struct ring *r, int *x) {
  if (r->head == r->tail)
    return false;
  *x = r->data[r->tail++ % SIZE];
  return true;
}
int main(void) {
  struct ring r = {{0}, 0, 0};
  int sent = 0, received = 0;
  for (int i = 0; i < 7; i++) {
    if (__VERIFIER_nondet_bool()) {
      if (put(&r, sent))
        sent++;
    } else {
      int x;
      if (get(&r, &x)) {
        assert(x == received);
        received++;
      }
    }
    assert(sent - received >= 0 && sent - received <= SIZE);
  }
  return 0;
}
