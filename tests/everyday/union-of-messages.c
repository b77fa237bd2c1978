// The kind of a message is not looked at before its body.
// check: default => FALSE
#include <assert.h>
#include <stdint.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);

struct message {
  uint8_t kind;
  union {
    uint32_t number;
    uint8_t text[4];
  } body;
};
static uint32_t limited(const struct message *m) {
  return m->body.number;
}
int main(void) {
  struct message m;
  memset(&m, 0, sizeof m);
  m.kind = __VERIFIER_nondet_uchar() & 1;
  if (m.kind == 0)
    m.body.number = __VERIFIER_nondet_uint() % 1000;
  else
    m.body.text[__VERIFIER_nondet_uchar() & 3] = __VERIFIER_nondet_uchar();
  assert(limited(&m) < 1000);
  return 0;
}
