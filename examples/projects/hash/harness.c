/* The table agrees with the simplest map there is, about one key that we watch. */
#include "hash.h"

#include <assert.h>

int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);

#define STEPS 3

int main(void) {
  struct hash table;
  bool there = false;
  int expected = 0, value;
  uint32_t watched = __VERIFIER_nondet_uchar();
  hash_init(&table);
  for (int i = 0; i < STEPS; i++) {
    uint32_t key = __VERIFIER_nondet_uchar();
    if (__VERIFIER_nondet_uchar() & 1) {
      int number = __VERIFIER_nondet_int();
      assert(hash_put(&table, key, number)); /* there are as many slots as steps */
      if (key == watched) {
        there = true;
        expected = number;
      }
    } else {
      bool removed = hash_remove(&table, key);
      if (key == watched) {
        assert(removed == there);
        there = false;
      }
    }
    assert(hash_get(&table, watched, &value) == there);
    if (there)
      assert(value == expected);
  }
  return 0;
}
