// A program with one execution only: its run fails one assertion, which says nothing against the other.
// check: default => FALSE
// says: only_run_fails_another.c:13  `steps == 3000`: proved, not replayed: its only run may fail another assertion$
// says: only_run_fails_another.c:14  `x == 0`: refuted, replayed$
#include <assert.h>
int main(void) {
  int steps = 0;
  unsigned x = 1;
  for (int i = 0; i < 3000; i++) {
    x = x * 1103515245u + 12345u;
    steps++;
  }
  assert(steps == 3000);
  assert(x == 0);
  return 0;
}
