// Random numbers are inputs, which a replay supplies.
// check: default => FALSE
// says: replayed
#include <assert.h>
#include <stdlib.h>
int main(void) {
  srand(7);
  int a = rand() % 1000, b = rand() % 1000;
  assert(a != 6 || b != 7);
  return 0;
}
