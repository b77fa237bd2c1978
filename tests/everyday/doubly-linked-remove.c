// The link back is not changed when a node leaves.
// check: default => FALSE
#include <assert.h>
#include <stddef.h>
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

struct item {
  int value;
  struct item *prev, *next;
};
static struct item *first;
static void append(struct item *after, struct item *i) {
  i->prev = after;
  i->next = NULL;
  if (after)
    after->next = i;
  else
    first = i;
}
static void leave(struct item *i) {
  if (i->prev)
    i->prev->next = i->next;
  else
    first = i->next;
}
int main(void) {
  struct item items[3];
  for (int i = 0; i < 3; i++)
    append(i ? &items[i - 1] : NULL, &items[i]);
  unsigned k = __VERIFIER_nondet_uint();
  __VERIFIER_assume(k < 3);
  leave(&items[k]);
  for (struct item *i = first; i; i = i->next)
    assert(i->next == NULL || i->next->prev == i);
  return 0;
}
