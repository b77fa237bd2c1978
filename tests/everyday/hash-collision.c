// Two different words have the same value in a small hash table.
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);

static uint8_t hash(const char *s) {
  uint8_t h = 5;
  while (*s)
    h = (uint8_t)(h * 33 ^ (uint8_t)*s++);
  return h;
}
int main(void) {
  char a[3] = {0}, b[3] = {0};
  for (int i = 0; i < 2; i++) {
    a[i] = (char)('a' + __VERIFIER_nondet_uchar() % 26);
    b[i] = (char)('a' + __VERIFIER_nondet_uchar() % 26);
  }
  if (strcmp(a, b) != 0)
    assert(hash(a) != hash(b));
  return 0;
}
