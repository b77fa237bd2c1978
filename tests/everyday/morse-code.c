// The codes of some letters are prefixes of no other with a pause between.
// check: default => TRUE
#include <assert.h>
#include <string.h>
unsigned int __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);

static const char *const codes[] = {".-", "-...", "-.-.", "-..", "."};
static int decode(const char *s) {
  for (int i = 0; i < 5; i++)
    if (strcmp(codes[i], s) == 0)
      return 'a' + i;
  return '?';
}
int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  __VERIFIER_assume(k < 5);
  char text[5];
  strcpy(text, codes[k]);
  assert(decode(text) == (int)('a' + k));
  return 0;
}
