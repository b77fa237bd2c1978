// The characters between the alphabets compare equal to letters.
// check: default => FALSE
#include <assert.h>
#include <ctype.h>
char __VERIFIER_nondet_char(void);
void __VERIFIER_assume(int);

static int fold(int c) {
  return c >= 'A' && c <= '_' ? c + 32 : c;
}
static int compare(const char *a, const char *b) {
  while (*a && fold(*a) == fold(*b)) {
    a++;
    b++;
  }
  return fold(*a) - fold(*b);
}
int main(void) {
  char a[3], b[3];
  for (int i = 0; i < 2; i++) {
    a[i] = __VERIFIER_nondet_char();
    b[i] = __VERIFIER_nondet_char();
    __VERIFIER_assume(a[i] > 0 && b[i] > 0);
  }
  a[2] = b[2] = 0;
  if (compare(a, b) == 0)
    for (int i = 0; i < 2; i++)
      assert(tolower(a[i]) == tolower(b[i]));
  return 0;
}
