// A program that is aborted, or that fails an assertion nobody asks about, has ended too.
// options: --check leak --no-assertions
// check: default => FALSE
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  assert(*p == 2);
  free(p);
  return 0;
}
