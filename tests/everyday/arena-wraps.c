// A huge request wraps around and is granted.
// check: default => FALSE
#include <assert.h>
#include <stddef.h>
size_t __VERIFIER_nondet_size_t(void);

static unsigned char memory[64];
static size_t used;

static void *allocate(size_t size) {
  if (used + size > sizeof memory)
    return NULL;
  void *p = memory + used;
  used += size;
  return p;
}
int main(void) {
  allocate(16);
  size_t size = __VERIFIER_nondet_size_t();
  if (allocate(size))
    assert(size <= sizeof memory);
  return 0;
}
