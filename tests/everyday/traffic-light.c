// Never green in both directions, whatever the sensors say.
// check: default => TRUE
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

enum light { RED, YELLOW, GREEN };
struct crossing {
  enum light north, east;
  int timer;
};
static void step(struct crossing *c, int waiting) {
  if (c->timer > 0) {
    c->timer--;
    return;
  }
  if (c->north == GREEN && waiting) {
    c->north = YELLOW;
    c->timer = 1;
  } else if (c->north == YELLOW) {
    c->north = RED;
    c->east = GREEN;
    c->timer = 2;
  } else if (c->east == GREEN) {
    c->east = YELLOW;
    c->timer = 1;
  } else if (c->east == YELLOW) {
    c->east = RED;
    c->north = GREEN;
    c->timer = 2;
  }
}
int main(void) {
  struct crossing c = {GREEN, RED, 0};
  for (int i = 0; i < 10; i++) {
    step(&c, __VERIFIER_nondet_bool());
    assert(c.north == RED || c.east == RED);
  }
  return 0;
}
