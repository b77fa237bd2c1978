// Conditions of callers may name macros, also those of headers.
// options: --function get
// check: default => TRUE
// options: --function put
// check: default => FALSE
// says: , replayed
#include <assert.h>
#include <stdbool.h>
#define CAP 4
#define FULL(r) ((r)->count == CAP)
struct ring {
  unsigned head, count;
};
// requires: r->head < CAP && r->count <= CAP && true
void get(struct ring *r)
{
  if (r->count == 0)
    return;
  r->head = (r->head + 1) % CAP;
  r->count--;
  assert(r->head < CAP && r->count < CAP);
}
// requires: FULL(r)
void put(struct ring *r)
{
  r->count++;
  assert(r->count <= CAP);
}
