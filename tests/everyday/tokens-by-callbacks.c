// Events are handed to the functions of a table.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

typedef int (*handler)(int state, int value);
static int add(int state, int value) { return state + value; }
static int reset(int state, int value) { return (void)state, (void)value, 0; }
static int keep(int state, int value) { return (void)value, state; }
static const handler handlers[3] = {add, reset, keep};
int main(void) {
  int state = 0;
  for (int i = 0; i < 4; i++) {
    unsigned event = __VERIFIER_nondet_uint() % 3;
    int value = __VERIFIER_nondet_int();
    __VERIFIER_assume(value >= 0 && value <= 10);
    state = handlers[event](state, value);
    assert(state >= 0 && state <= 10 * (i + 1));
  }
  return 0;
}
