/* A ring buffer of bytes between one writer and one reader, such as an interrupt and a main loop. */
#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RING_SIZE 4u /* a power of two */

struct ring {
  uint8_t data[RING_SIZE];
  uint16_t head; /* bytes written, modulo 65536 */
  uint16_t tail; /* bytes read, modulo 65536 */
};

void ring_init(struct ring *r);
size_t ring_used(const struct ring *r);
size_t ring_free(const struct ring *r);

/* False, and nothing changes, if the ring is full. */
bool ring_put(struct ring *r, uint8_t byte);

/* False, and *byte is left alone, if the ring is empty. */
bool ring_get(struct ring *r, uint8_t *byte);

/* The byte that comes after `skip` others; false if there is none. */
bool ring_peek(const struct ring *r, size_t skip, uint8_t *byte);

/* As many bytes as fit, or are there; the result says how many. */
size_t ring_write(struct ring *r, const uint8_t *bytes, size_t count);
size_t ring_read(struct ring *r, uint8_t *bytes, size_t count);

#endif
