/* After any calls, the list is whole in both directions, and has the elements it should have. */
#include "list.h"

#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

#define TASKS 3
#define STEPS 4

struct task {
  int number;
  bool waiting;
  struct link link;
};

int main(void) {
  struct link queue;
  struct task tasks[TASKS];
  list_init(&queue);
  for (int i = 0; i < TASKS; i++) {
    tasks[i].number = i;
    tasks[i].waiting = false;
    list_init(&tasks[i].link);
  }
  for (int i = 0; i < STEPS; i++) {
    struct task *t = &tasks[__VERIFIER_nondet_uchar() % TASKS];
    if (t->waiting)
      list_remove(&t->link);
    else if (__VERIFIER_nondet_uchar() & 1)
      list_push_front(&queue, &t->link);
    else
      list_push_back(&queue, &t->link);
    t->waiting = !t->waiting;
  }
  size_t count = 0;
  LIST_EACH(l, &queue) {
    assert(count < TASKS);
    struct task *t = LIST_ELEMENT(l, struct task, link);
    assert(t->waiting && t == &tasks[t->number]);
    assert(l->prev->next == l && l->next->prev == l);
    count++;
  }
  assert(count == (size_t)(tasks[0].waiting + tasks[1].waiting + tasks[2].waiting));
  return 0;
}
