// Undoing and redoing leads back to the same value.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);

#define SIZE 4
static int history[SIZE], at, last;

static void set(int value) {
  if (at + 1 < SIZE) {
    history[++at] = value;
    last = at;
  }
}
static int undo(void) { return at > 0 ? (at--, 1) : 0; }
static int redo(void) { return at < last ? (at++, 1) : 0; }

int main(void) {
  for (int i = 0; i < 6; i++) {
    switch (__VERIFIER_nondet_int() & 3) {
    case 0: set(i); break;
    case 1: {
      int before = history[at];
      if (undo()) {
        int done = redo();
        assert(done && history[at] == before);
        undo();
      }
      break;
    }
    default: redo();
    }
    assert(at >= 0 && at <= last && last < SIZE);
  }
  return 0;
}
