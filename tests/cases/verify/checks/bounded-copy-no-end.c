// A copy of bounded length is printed, without its end.
// options: --check bounds
// check: default => FALSE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

int main(void) {
  char name[5], copy[4];
  for (int i = 0; i < 4; i++)
    name[i] = __VERIFIER_nondet_char();
  name[4] = 0;
  strncpy(copy, name, sizeof copy);
  size_t n = 0;
  while (copy[n])
    n++;
  assert(n <= 4);
  return 0;
}
