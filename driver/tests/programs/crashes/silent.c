// Nothing crashes, but an error is reached that the proof excludes.
// check: default => UNKNOWN
// says: the program calls reach_error with input 1, and makes an invalid access at silent.c:11
// lacks: bug of Belnap
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
struct { int a[2]; int b; } s; int main(void) { int i = __VERIFIER_nondet_int();
  if (i == 1)
  s.a[i + 1] = 7;
  if (s.b) reach_error(); return 0; }
