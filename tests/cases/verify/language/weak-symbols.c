// A weak symbol that nothing defines may not be there.
// check: default => UNKNOWN
#include <assert.h>
extern int function(void) __attribute__((weak));
extern int variable __attribute__((weak));
int main(void) {
  assert(function || &variable);
  return 0;
}
