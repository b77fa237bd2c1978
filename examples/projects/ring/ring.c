#include "ring.h"

#define MASK (RING_SIZE - 1u)

void ring_init(struct ring *r) {
  r->head = 0;
  r->tail = 0;
}

size_t ring_used(const struct ring *r) {
  return (uint16_t)(r->head - r->tail);
}

size_t ring_free(const struct ring *r) {
  return RING_SIZE - ring_used(r);
}

bool ring_put(struct ring *r, uint8_t byte) {
#ifdef BUG /* lets one byte too many in, which overwrites the oldest one */
  if (ring_used(r) > RING_SIZE)
    return false;
#else
  if (ring_used(r) >= RING_SIZE)
    return false;
#endif
  r->data[r->head & MASK] = byte;
  r->head++;
  return true;
}

bool ring_peek(const struct ring *r, size_t skip, uint8_t *byte) {
  if (skip >= ring_used(r))
    return false;
  *byte = r->data[(r->tail + skip) & MASK];
  return true;
}

bool ring_get(struct ring *r, uint8_t *byte) {
  if (!ring_peek(r, 0, byte))
    return false;
  r->tail++;
  return true;
}

size_t ring_write(struct ring *r, const uint8_t *bytes, size_t count) {
  size_t done = 0;
  while (done < count && ring_put(r, bytes[done]))
    done++;
  return done;
}

size_t ring_read(struct ring *r, uint8_t *bytes, size_t count) {
  size_t done = 0;
  while (done < count && ring_get(r, &bytes[done]))
    done++;
  return done;
}
