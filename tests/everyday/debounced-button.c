// The counter is not reset when the contact bounces.
// check: default => FALSE
#include <assert.h>
#include <stdbool.h>
_Bool __VERIFIER_nondet_bool(void);

static bool pressed;
static int count;
static void sample(bool closed) {
  if (closed == pressed)
    return;
  if (++count == 3) {
    pressed = closed;
    count = 0;
  }
}
int main(void) {
  bool last[3] = {false, false, false};
  for (int i = 0; i < 6; i++) {
    last[0] = last[1];
    last[1] = last[2];
    last[2] = __VERIFIER_nondet_bool();
    bool before = pressed;
    sample(last[2]);
    if (pressed && !before)
      assert(last[0] && last[1] && last[2]);
  }
  return 0;
}
