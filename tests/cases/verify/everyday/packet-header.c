// A header is copied into a packet and read back, and its length is believed only if it fits.
// check: default => TRUE
#include <stdint.h>
#include <string.h>
#include <assert.h>
uint8_t __VERIFIER_nondet_uchar(void);
uint16_t __VERIFIER_nondet_ushort(void);
struct header { uint8_t type, len; uint16_t id; };
static int parse(const uint8_t *p, size_t n, struct header *h) {
  if (n < sizeof *h) return -1;
  memcpy(h, p, sizeof *h);
  if (h->len > n - sizeof *h) return -1;
  return 0;
}
int main(void) {
  uint8_t buf[12]; struct header in = { 1, __VERIFIER_nondet_uchar(), __VERIFIER_nondet_ushort() }, out;
  memset(buf, 0xAA, sizeof buf);
  memcpy(buf, &in, sizeof in);
  if (parse(buf, sizeof buf, &out) == 0) {
    assert(out.id == in.id && out.type == 1 && out.len <= 8);
    uint8_t sum = 0;
    for (unsigned i = 0; i < out.len; i++) sum += buf[sizeof out + i];
    assert(sum == (uint8_t)(0xAA * out.len));
  }
  return 0;
}
