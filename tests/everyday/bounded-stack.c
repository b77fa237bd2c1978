// Numbers leave a stack in reverse order.
// check: default => TRUE
#include <assert.h>
#include <stdbool.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

struct stack {
  int items[4];
  int top;
};
static bool push(struct stack *s, int x) {
  if (s->top == 4)
    return false;
  s->items[s->top++] = x;
  return true;
}
static int pop(struct stack *s) { return s->items[--s->top]; }
int main(void) {
  struct stack s = {.top = 0};
  int n = __VERIFIER_nondet_int(), in[6], pushed = 0;
  __VERIFIER_assume(n >= 0 && n <= 6);
  for (int i = 0; i < n; i++) {
    in[i] = __VERIFIER_nondet_int();
    if (push(&s, in[i]))
      pushed++;
  }
  assert(pushed == (n < 4 ? n : 4));
  while (s.top > 0)
    assert(pop(&s) == in[--pushed]);
  return 0;
}
