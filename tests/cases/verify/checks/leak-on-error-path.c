// If the second buffer is missing, the first is lost.
// options: --check leak
// check: default => FALSE
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

static char *join(const char *a, const char *b) {
  char *copy = malloc(strlen(a) + 1);
  if (!copy)
    return NULL;
  strcpy(copy, a);
  if (__VERIFIER_nondet_int())
    return NULL;
  char *both = malloc(strlen(a) + strlen(b) + 1);
  if (both) {
    strcpy(both, copy);
    strcat(both, b);
  }
  free(copy);
  return both;
}
int main(void) {
  char *both = join("ab", "cde");
  free(both);
  return 0;
}
