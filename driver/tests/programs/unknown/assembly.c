// Outputs of assembly are unknown.
// check: default => UNKNOWN
// says:   open: whether assertion `x == 4` can fail (assembly.c:10, in main)$
// says:   to try: a C function in place of the assembly$
// lacks: {main
#include <assert.h>
int main(void) {
  int x = 3;
  __asm__("incl %0" : "+r"(x));
  assert(x == 4);
  return 0;
}
