// Fields of some bits are written into bytes and read again.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
unsigned int __VERIFIER_nondet_uint(void);

struct stream {
  uint8_t bytes[3];
  unsigned at;
};
static void put(struct stream *s, unsigned value, unsigned width) {
  while (width--) {
    if (value >> width & 1)
      s->bytes[s->at / 8] |= (uint8_t)(0x80 >> s->at % 8);
    s->at++;
  }
}
static unsigned get(struct stream *s, unsigned width) {
  unsigned value = 0;
  for (; width; width--, s->at++)
    value = value << 1 | (s->bytes[s->at / 8] >> (7 - s->at % 8) & 1);
  return value;
}
int main(void) {
  struct stream s = {{0}, 0};
  unsigned a = __VERIFIER_nondet_uint() & 7, b = __VERIFIER_nondet_uint() & 0x7FF, c = __VERIFIER_nondet_uint() & 31;
  put(&s, a, 3);
  put(&s, b, 11);
  put(&s, c, 5);
  s.at = 0;
  assert(get(&s, 3) == a);
  assert(get(&s, 11) == b);
  assert(get(&s, 5) == c);
  return 0;
}
