// A packet says how long its payload is, and is believed.
// options: --check memory
// check: default => FALSE
#include <stdint.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);

struct message { uint8_t type, length; uint8_t payload[6]; };

static int handle(const uint8_t *packet, size_t size) {
  struct message m;
  if (size < 2)
    return -1;
  m.type = packet[0];
  m.length = packet[1];
  if (m.length > size)
    return -1;
  memcpy(m.payload, packet + 2, m.length);
  return m.length;
}
int main(void) {
  uint8_t packet[8];
  for (int i = 0; i < 8; i++)
    packet[i] = __VERIFIER_nondet_uchar();
  int n = handle(packet, sizeof packet);
  return n > 6;
}
