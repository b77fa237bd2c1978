/* A doubly linked list whose links are part of the elements. Nothing is allocated. */
#ifndef LIST_H
#define LIST_H

#include <stdbool.h>
#include <stddef.h>

struct link {
  struct link *prev, *next;
};

/* The element of type `type` whose member `member` is the link `l`. */
#define LIST_ELEMENT(l, type, member) ((type *)((char *)(l) - offsetof(type, member)))

/* For each link of the list with the head `h`; the list must not change meanwhile. */
#define LIST_EACH(l, h) for (struct link *l = (h)->next; l != (h); l = l->next)

/* A head is a link that belongs to no element; an empty list has only that. */
void list_init(struct link *head);
bool list_empty(const struct link *head);
size_t list_length(const struct link *head);
void list_push_front(struct link *head, struct link *l);
void list_push_back(struct link *head, struct link *l);

/* The link leaves its list, and belongs to none. */
void list_remove(struct link *l);

/* The first link leaves its list and is the result; NULL if there is none. */
struct link *list_pop_front(struct link *head);

/* All elements of `from` go to the end of `to`. */
void list_append(struct link *to, struct link *from);

#endif
