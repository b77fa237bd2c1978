// Stacks are larger than usual, and overflow.
// options: -DSIZE=20000000
// check: default => FALSE
// says: , replayed
// options: -DSIZE=300000000
// check: default => FALSE
// says: , not replayed: the program overflows its stack at stack.c:13
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
int f(int n) { char b[100]; b[5] = n; return b[5]; }
int main(void) { char big[SIZE]; int x = __VERIFIER_nondet_int(); big[7] = x;
  if (x == 123456789) { f(x); reach_error(); } return 0; }
