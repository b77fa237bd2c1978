// FNV-1a of a known word.
// check: default => TRUE
#include <assert.h>
#include <stdint.h>

static uint32_t fnv1a(const char *s) {
  uint32_t h = 2166136261u;
  for (; *s; s++)
    h = (h ^ (uint8_t)*s) * 16777619u;
  return h;
}
int main(void) {
  assert(fnv1a("") == 0x811C9DC5u);
  assert(fnv1a("a") == 0xE40C292Cu);
  assert(fnv1a("foobar") == 0xBF9CF968u);
  return 0;
}
