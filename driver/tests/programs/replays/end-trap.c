// A run that ends with a trap like ours does not refute.
// check: AG !at(L) => UNKNOWN
// says: FALSE was found, if every access
// says: but not replayed: the program runs into an illegal instruction at end-trap.c:9
#include <assert.h>
#include <stdlib.h>
extern void reach_error(void);
int a[2], b[2], x;
int main(void) { int i = 2; int *p = a + i; *p = 1; if (b[0] == 0) { L: x = 1; } else __builtin_trap();
  return 0; }
