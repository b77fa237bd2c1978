// A full buffer looks like an empty one.
// check: default => FALSE
#include <assert.h>
#include <stdbool.h>
_Bool __VERIFIER_nondet_bool(void);

#define SIZE 3
static char data[SIZE];
static int head, tail, stored;
static bool empty(void) { return head == tail; }
static void put(char c) {
  data[head] = c;
  head = (head + 1) % SIZE;
  if (stored < SIZE)
    stored++;
  else
    tail = (tail + 1) % SIZE;
}
static char get(void) {
  char c = data[tail];
  tail = (tail + 1) % SIZE;
  stored--;
  return c;
}
int main(void) {
  for (int i = 0; i < 5; i++) {
    if (__VERIFIER_nondet_bool())
      put('x');
    else if (!empty())
      get();
    assert(empty() == (stored == 0));
  }
  return 0;
}
