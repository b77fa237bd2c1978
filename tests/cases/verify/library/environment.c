// What the environment says, it may say again: it is no free choice.
// property: AG !failed => TRUE
// property: AG !at(OTHER) => UNKNOWN
// property: AG !at(GONE) => UNKNOWN
// property: AG !at(SEED) => UNKNOWN
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char *a = getenv("A"), *b = getenv("B");
  unsigned seed = 1;
  int r = rand_r(&seed);
  assert(getpid() == getpid() && r >= 0);
  if (a && b && a != b) { OTHER: r = 0; }
  if (a && !getenv("A")) { GONE: r = 0; }
  if (r != 0 && (unsigned)r != seed) { SEED: r = 0; }
  return 0;
}
