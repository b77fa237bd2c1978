#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void), __VERIFIER_error(void);
void f(void) { }
int main(void) { switch (__VERIFIER_nondet_int()) {
    case 1: assert(0);
    case 2: reach_error();
    case 3: __VERIFIER_error();
    case 4: f();
  }
  return 0; }
