// Branches as C writes them, with calls and what they return.
// check: default => FALSE
// says: call next(state = 0, c = 1)$
// says:   case 0: taken (state = 0)$
// says:   case 0: not taken (state = 1)$
// says:   return c == 2 ? 2 : 0: 2$
// says: for (int i = 0; i < 4; i++): entered (i = 0)$
// says: assert(state != 2): fails (state = 2)$
// lacks: main::
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int next(int state, int c) {
  switch (state) {
  case 0: return c == 1 ? 1 : 0;
  case 1: return c == 2 ? 2 : 0;
  default: return state;
  }
}
int main(void) {
  int state = 0;
  for (int i = 0; i < 4; i++) {
    int c = __VERIFIER_nondet_int();
    state = next(state, c);
    assert(state != 2);
  }
  return 0;
}
