// Sixteen bytes are set; every one of them has the value.
// check: default => TRUE
#include <assert.h>
#include <string.h>
unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned char buffer[16];
  memset(buffer, 0xA5, sizeof buffer);
  unsigned i = __VERIFIER_nondet_uint();
  if (i < sizeof buffer)
    assert(buffer[i] == 0xA5);
  return 0;
}
