// A set of small numbers as the bits of words.
// check: default => TRUE
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

typedef struct {
  uint8_t words[4];
} set;
static void add(set *s, unsigned n) { s->words[n / 8] |= (uint8_t)(1u << n % 8); }
static void drop(set *s, unsigned n) { s->words[n / 8] &= (uint8_t)~(1u << n % 8); }
static bool has(const set *s, unsigned n) { return s->words[n / 8] >> n % 8 & 1; }
int main(void) {
  set s = {{0}};
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), c = __VERIFIER_nondet_uint();
  __VERIFIER_assume(a < 32 && b < 32 && c < 32);
  add(&s, a);
  add(&s, b);
  drop(&s, c);
  assert(!has(&s, c));
  assert(has(&s, a) == (a != c));
  unsigned d = __VERIFIER_nondet_uint();
  if (d < 32 && has(&s, d))
    assert(d == a || d == b);
  return 0;
}
