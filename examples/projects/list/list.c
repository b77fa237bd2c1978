#include "list.h"

void list_init(struct link *head) {
  head->prev = head;
  head->next = head;
}

bool list_empty(const struct link *head) {
  return head->next == head;
}

size_t list_length(const struct link *head) {
  size_t n = 0;
  for (const struct link *l = head->next; l != head; l = l->next)
    n++;
  return n;
}

static void insert(struct link *l, struct link *prev, struct link *next) {
  l->prev = prev;
  l->next = next;
  prev->next = l;
  next->prev = l;
}

void list_push_front(struct link *head, struct link *l) {
  insert(l, head, head->next);
}

void list_push_back(struct link *head, struct link *l) {
  insert(l, head->prev, head);
}

void list_remove(struct link *l) {
  l->prev->next = l->next;
#ifndef BUG /* without this, the list is whole only in one direction */
  l->next->prev = l->prev;
#endif
  list_init(l);
}

struct link *list_pop_front(struct link *head) {
  if (list_empty(head))
    return NULL;
  struct link *l = head->next;
  list_remove(l);
  return l;
}

void list_append(struct link *to, struct link *from) {
  if (list_empty(from))
    return;
  from->next->prev = to->prev;
  to->prev->next = from->next;
  from->prev->next = to;
  to->prev = from->prev;
  list_init(from);
}
