// After a wrong digit, that digit may itself begin the code.
// check: default => FALSE
#include <assert.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);

static const char code[4] = {1, 1, 2, 3};
int main(void) {
  char typed[5];
  int matched = 0, open = 0;
  for (int i = 0; i < 5; i++) {
    typed[i] = (char)(__VERIFIER_nondet_uchar() % 4);
    matched = typed[i] == code[matched] ? matched + 1 : 0;
    if (matched == 4) {
      open = 1;
      matched = 0;
    }
  }
  if (memcmp(typed + 1, code, 4) == 0)
    assert(open);
  return 0;
}
