// A run that ends with an exit code like ours does not refute.
// check: AG !failed => UNKNOWN
// says: FALSE was found, if every access
// says: but not replayed: the program ends with exit code 113
#include <assert.h>
#include <stdlib.h>
extern void reach_error(void);
int a[2], b[2], x;
int main(void) { int i = 2; int *p = a + i; *p = 1; if (b[0] == 0) reach_error(); exit(113); }
