// A string of up to seven characters is copied.
// check: default => TRUE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

int main(void) {
  char from[8], to[8];
  for (int i = 0; i < 7; i++)
    from[i] = __VERIFIER_nondet_char();
  from[7] = 0;
  strcpy(to, from);
  assert(strcmp(from, to) == 0);
  return 0;
}
