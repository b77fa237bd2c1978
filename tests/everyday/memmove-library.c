// The library's function moves overlapping memory.
// check: default => TRUE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

int main(void) {
  char a[6], before[6];
  for (int i = 0; i < 6; i++)
    before[i] = a[i] = __VERIFIER_nondet_char();
  memmove(a + 1, a, 4);
  assert(memcmp(a + 1, before, 4) == 0);
  assert(a[0] == before[0] && a[5] == before[5]);
  return 0;
}
