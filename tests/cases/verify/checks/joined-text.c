// What is joined has both parts.
// options: --check memory
// check: default => TRUE
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static char *join(const char *a, const char *b) {
  size_t n = strlen(a), m = strlen(b);
  char *both = malloc(n + m + 1);
  if (!both)
    abort();
  memcpy(both, a, n);
  memcpy(both + n, b, m + 1);
  return both;
}
int main(void) {
  char *both = join("ab", "cde");
  assert(strcmp(both, "abcde") == 0);
  free(both);
  return 0;
}
