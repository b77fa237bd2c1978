// `%n` stores how much was printed; a format without it stores nothing.
// check: AG !at(CHANGED) => UNKNOWN
// check: AG !at(SAME) => TRUE
#include <stdio.h>
int main(void) {
  int changed = 0, same = 0;
  printf("abc%n", &changed);
  printf("100%%n %d %p", 1, &same);
  if (changed) {
  CHANGED:;
  }
  if (same) {
  SAME:;
  }
  return 0;
}
