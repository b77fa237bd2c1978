/* Whatever is written and read, in any order: bytes come out as they went in, none is lost. */
#include "ring.h"

#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);
unsigned short __VERIFIER_nondet_ushort(void);

#define STEPS 7

int main(void) {
  struct ring ring;
  uint8_t sent = 0, received = 0;
  ring_init(&ring);
  ring.head = ring.tail = __VERIFIER_nondet_ushort(); /* the counters may be about to wrap around */
  for (int i = 0; i < STEPS; i++) {
    if (__VERIFIER_nondet_bool()) {
      if (ring_put(&ring, sent))
        sent++;
    } else {
      uint8_t byte;
      if (ring_get(&ring, &byte)) {
        assert(byte == received);
        received++;
      } else
        assert(sent == received);
    }
    assert(ring_used(&ring) == (size_t)(sent - received));
    assert(ring_used(&ring) + ring_free(&ring) == RING_SIZE);
  }
  return 0;
}
