// A string that is as long as the buffer is copied without its end.
// check: default => FALSE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

int main(void) {
  char name[6], field[4];
  for (int i = 0; i < 5; i++)
    name[i] = __VERIFIER_nondet_char();
  name[5] = 0;
  strncpy(field, name, sizeof field);
  assert(memchr(field, 0, sizeof field) != NULL);
  return 0;
}
