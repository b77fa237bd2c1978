// The doors are closed while the elevator moves.
// check: default => TRUE
#include <assert.h>
#include <stdbool.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

struct elevator {
  int floor, target;
  bool open;
};
static void step(struct elevator *e, int call) {
  if (e->open)
    e->open = false;
  else if (e->floor < e->target)
    e->floor++;
  else if (e->floor > e->target)
    e->floor--;
  else if (call == e->floor)
    e->open = true;
  else
    e->target = call;
}
int main(void) {
  struct elevator e = {0, 0, false};
  for (int i = 0; i < 8; i++) {
    int call = __VERIFIER_nondet_int();
    __VERIFIER_assume(call >= 0 && call < 4);
    int before = e.floor;
    step(&e, call);
    assert(e.floor == before || !e.open);
    assert(e.floor >= 0 && e.floor < 4);
  }
  return 0;
}
