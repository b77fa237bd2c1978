// What the environment says, it may say again: it is no free choice.
// check: AG !failed => TRUE
// check: AG !at(OTHER) => UNKNOWN
// check: AG !at(GONE) => UNKNOWN
// check: AG !at(SEED) => UNKNOWN
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
