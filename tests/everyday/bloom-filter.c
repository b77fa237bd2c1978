// What was put into a filter is found again.
// check: default => TRUE
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

static uint16_t bits;
static uint16_t mask(uint8_t key) {
  return (uint16_t)(1u << (key * 7u & 15) | 1u << (key * 11u >> 3 & 15) | 1u << (key >> 4));
}
static void put(uint8_t key) { bits |= mask(key); }
static bool maybe(uint8_t key) { return (bits & mask(key)) == mask(key); }
int main(void) {
  uint8_t keys[3];
  for (int i = 0; i < 3; i++) {
    keys[i] = __VERIFIER_nondet_uchar();
    put(keys[i]);
  }
  for (int i = 0; i < 3; i++)
    assert(maybe(keys[i]));
  return 0;
}
