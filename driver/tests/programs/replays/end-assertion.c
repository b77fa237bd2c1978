// A run that fails another assertion does not refute.
// check: AG !enter(reach_error) => UNKNOWN
// says: FALSE was found, if every access
// says: but not replayed: the program fails an assertion
#include <assert.h>
#include <stdlib.h>
extern void reach_error(void);
int a[2], b[2], x;
int main(void) { int i = 2; int *p = a + i; *p = 1; if (b[0] == 0) reach_error(); assert(b[0] == 0);
  return 0; }
