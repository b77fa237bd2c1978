// Characters that are read are inputs, which a replay supplies.
// check: default => FALSE
// says: replayed
#include <assert.h>
#include <stdio.h>
int main(void) {
  char b[4];
  if (getchar() != 'a' || getc(stdin) != 'b') return 0;
  if (!fgets(b, sizeof b, stdin)) return 0;
  assert(b[0] != 'q' || b[1] != '\n');
  return 0;
}
