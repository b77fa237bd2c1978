// A run that just ends does not refute.
// check: AG !enter(f) => UNKNOWN
// says: FALSE was found, if every access
// says: but not replayed: the program ends with exit code 0
#include <assert.h>
#include <stdlib.h>
extern void reach_error(void);
int a[2], b[2], x;
void f(void) { x = 2; } int main(void) { int i = 2; int *p = a + i; *p = 1;while (b[0] == 0) { f(); return 0; } return 0; }
