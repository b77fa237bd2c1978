// Divisions by zero and aborts end the program in the graph as well.
// options: -DDIVISION
// check: default => TRUE
// lacks: bug of Belnap
// options: -DABORT
// check: default => TRUE
// lacks: bug of Belnap
// options: -DNOTHING
// check: default => FALSE
// lacks: bug of Belnap
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long); extern void free(void *); extern void abort(void);
#include <assert.h>
#ifdef DIVISION
#define MISTAKE y = 5 / z;
#elif defined ABORT
#define MISTAKE abort();
#else
#define MISTAKE y = 5 / (z + 1);
#endif
int main(void) { int y = 0, z = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
  if (x == 123456789 && z == 0) {
    MISTAKE
    reach_error(); }
  return y; }
