// A text is one character too long for the buffer on the stack.
// options: --check access -m32
// check: default => FALSE
// says: replayed
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  static const char *const names[] = {"red", "green", "blue"};
  char name[5];
  unsigned which = __VERIFIER_nondet_uchar() % 3;
  strcpy(name, names[which]);
  return name[0];
}
