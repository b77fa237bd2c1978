// A packet says how long its payload is; that is checked.
// options: --check bounds,access
// check: default => TRUE
#include <assert.h>
#include <stdint.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);

struct message { uint8_t type, length; uint8_t payload[6]; };

static int handle(const uint8_t *packet, size_t size, struct message *m) {
  if (size < 2)
    return -1;
  m->type = packet[0];
  m->length = packet[1];
  if (m->length > size - 2 || m->length > sizeof m->payload)
    return -1;
  memcpy(m->payload, packet + 2, m->length);
  return m->length;
}
int main(void) {
  uint8_t packet[8];
  struct message m;
  for (int i = 0; i < 8; i++)
    packet[i] = __VERIFIER_nondet_uchar();
  int n = handle(packet, sizeof packet, &m);
  assert(n < 0 || (n <= 6 && n == packet[1]));
  assert(n < 1 || m.payload[0] == packet[2]);
  return 0;
}
