// Errors are errors, also without the models of the library.
// options: --no-library
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int k = __VERIFIER_nondet_int();
  assert(k != 5);
  if (k == 6) reach_error();
  return 0;
}
