// What does not matter to the failure is shown with -v only; library functions are one step.
// check: default => FALSE
// says: inputs: x = 42$
// lacks: noise
// lacks: strcpy
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char text[8];
  int x = __VERIFIER_nondet_int(), noise = 2;
  noise = noise + 3;
  strcpy(text, "ab");
  if (noise > 7) noise = 1;
  assert(x != 42);
  return noise;
}
