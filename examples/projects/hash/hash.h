/* A hash table with open addressing: keys and values are numbers, the room is fixed. */
#ifndef HASH_H
#define HASH_H

#include <stdbool.h>
#include <stdint.h>

#define HASH_SLOTS 4u /* a power of two */

enum hash_state { HASH_EMPTY, HASH_USED, HASH_REMOVED };

struct hash_slot {
  enum hash_state state;
  uint32_t key;
  int value;
};

struct hash {
  struct hash_slot slots[HASH_SLOTS];
  unsigned count;
};

void hash_init(struct hash *h);

/* Adds the key, or gives it another value. False if there is no room. */
bool hash_put(struct hash *h, uint32_t key, int value);

/* False, and *value is left alone, if the key is not there. */
bool hash_get(const struct hash *h, uint32_t key, int *value);

/* False if the key is not there. */
bool hash_remove(struct hash *h, uint32_t key);

#endif
