// A parser of serial frames accepts a frame only with the right checksum.
// check: default => TRUE
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);

enum state { START, LENGTH, DATA, CHECK };
struct parser {
  enum state state;
  uint8_t data[4];
  uint8_t length, have, sum;
};
static bool feed(struct parser *p, uint8_t byte) {
  switch (p->state) {
  case START:
    if (byte == 0x7E)
      p->state = LENGTH;
    break;
  case LENGTH:
    p->length = byte;
    p->have = p->sum = 0;
    p->state = byte == 0 ? CHECK : byte <= 4 ? DATA : START;
    break;
  case DATA:
    p->data[p->have++] = byte;
    p->sum ^= byte;
    if (p->have == p->length)
      p->state = CHECK;
    break;
  case CHECK:
    p->state = START;
    return byte == p->sum;
  }
  return false;
}
int main(void) {
  struct parser p = {START, {0}, 0, 0, 0};
  for (int i = 0; i < 6; i++)
    if (feed(&p, __VERIFIER_nondet_uchar())) {
      uint8_t sum = 0;
      for (int k = 0; k < p.length; k++)
        sum ^= p.data[k];
      assert(p.length <= 4 && p.have == p.length && sum == p.sum);
    }
  return 0;
}
