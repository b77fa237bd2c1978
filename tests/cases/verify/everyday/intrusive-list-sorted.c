// Items with links inside are kept sorted, found from their links by an offset.
// check: default => TRUE
#include <stddef.h>
#include <assert.h>
int __VERIFIER_nondet_int(void);
struct link { struct link *next, *prev; };
struct item { int key; struct link link; };
#define container_of(p, t, m) ((t *)((char *)(p) - offsetof(t, m)))
static void init(struct link *h) { h->next = h->prev = h; }
static void add_before(struct link *at, struct link *n) { n->prev = at->prev; n->next = at; at->prev->next = n; at->prev = n; }
static void insert(struct link *h, struct item *i) {
  struct link *l = h->next;
  while (l != h && container_of(l, struct item, link)->key <= i->key) l = l->next;
  add_before(l, &i->link);
}
int main(void) {
  struct link head; struct item items[3];
  init(&head);
  for (int i = 0; i < 3; i++) { items[i].key = __VERIFIER_nondet_int(); insert(&head, &items[i]); }
  int n = 0;
  for (struct link *l = head.next; l != &head; l = l->next) {
    if (l->next != &head) assert(container_of(l, struct item, link)->key <= container_of(l->next, struct item, link)->key);
    n++;
  }
  assert(n == 3);
  return 0;
}
