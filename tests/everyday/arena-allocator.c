// Blocks of an arena are aligned and do not overlap.
// check: default => TRUE
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char memory[64];
static size_t used;

static void *allocate(size_t size) {
  size_t start = (used + 7) & ~(size_t)7;
  if (size > sizeof memory - start)
    return NULL;
  used = start + size;
  return memory + start;
}
int main(void) {
  unsigned char *last = NULL;
  size_t last_size = 0;
  for (int i = 0; i < 4; i++) {
    size_t size = __VERIFIER_nondet_uchar() % 24 + 1;
    unsigned char *p = allocate(size);
    if (!p)
      break;
    assert((p - memory) % 8 == 0);
    assert(!last || p >= last + last_size);
    assert(p + size <= memory + sizeof memory);
    last = p;
    last_size = size;
  }
  return 0;
}
