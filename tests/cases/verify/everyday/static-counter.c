// Numbers from a counter that is local to its function, and static.
// check: default => TRUE
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned next_id(void) { static unsigned id = 100; return id++; }
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar() % 6, last = 99;
  for (unsigned i = 0; i < n; i++) { unsigned id = next_id(); assert(id == last + 1); last = id; }
  assert(last == 99 + n);
  return 0;
}
