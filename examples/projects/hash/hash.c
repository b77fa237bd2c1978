#include "hash.h"

#include <stddef.h>

/* The finalizer of MurmurHash3. */
static uint32_t mix(uint32_t key) {
  key ^= key >> 16;
  key *= 0x85EBCA6Bu;
  key ^= key >> 13;
  key *= 0xC2B2AE35u;
  return key ^ key >> 16;
}

static unsigned place(uint32_t key, unsigned probe) {
  return (mix(key) + probe) % HASH_SLOTS;
}

void hash_init(struct hash *h) {
  for (unsigned i = 0; i < HASH_SLOTS; i++)
    h->slots[i].state = HASH_EMPTY;
  h->count = 0;
}

/* The slot of a key, or NULL. A removed entry does not end the search, an empty one does. */
static const struct hash_slot *find(const struct hash *h, uint32_t key) {
  for (unsigned probe = 0; probe < HASH_SLOTS; probe++) {
    const struct hash_slot *slot = &h->slots[place(key, probe)];
    if (slot->state == HASH_EMPTY)
      return NULL;
    if (slot->state == HASH_USED && slot->key == key)
      return slot;
  }
  return NULL;
}

bool hash_get(const struct hash *h, uint32_t key, int *value) {
  const struct hash_slot *slot = find(h, key);
  if (!slot)
    return false;
  *value = slot->value;
  return true;
}

bool hash_put(struct hash *h, uint32_t key, int value) {
  struct hash_slot *slot = (struct hash_slot *)find(h, key);
  for (unsigned probe = 0; !slot && probe < HASH_SLOTS; probe++) {
    struct hash_slot *candidate = &h->slots[place(key, probe)];
    if (candidate->state != HASH_USED) {
      slot = candidate;
      slot->state = HASH_USED;
      slot->key = key;
      h->count++;
    }
  }
  if (!slot)
    return false;
  slot->value = value;
  return true;
}

bool hash_remove(struct hash *h, uint32_t key) {
  struct hash_slot *slot = (struct hash_slot *)find(h, key);
  if (!slot)
    return false;
#ifdef BUG /* ends the search for entries that were put behind this one */
  slot->state = HASH_EMPTY;
#else
  slot->state = HASH_REMOVED;
#endif
  h->count--;
  return true;
}
