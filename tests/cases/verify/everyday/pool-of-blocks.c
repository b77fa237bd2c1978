// A block that is freed twice is given to two callers.
// check: default => FALSE
#include <assert.h>
#include <stddef.h>
_Bool __VERIFIER_nondet_bool(void);

#define BLOCKS 3
static int next[BLOCKS], first;
static void init(void) {
  for (int i = 0; i < BLOCKS; i++)
    next[i] = i + 1 < BLOCKS ? i + 1 : -1;
  first = 0;
}
static int take(void) {
  int block = first;
  if (block >= 0)
    first = next[block];
  return block;
}
static void give(int block) {
  next[block] = first;
  first = block;
}
int main(void) {
  init();
  int a = take();
  give(a);
  if (__VERIFIER_nondet_bool())
    give(a);
  int b = take(), c = take();
  assert(b != c);
  return 0;
}
