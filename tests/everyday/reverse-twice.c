// A string reversed twice is the same.
// check: default => TRUE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

static void reverse(char *s) {
  size_t i = 0, j = strlen(s);
  while (i + 1 < j) {
    j--;
    char t = s[i];
    s[i] = s[j];
    s[j] = t;
    i++;
  }
}
int main(void) {
  char s[6], copy[6];
  for (int i = 0; i < 5; i++)
    copy[i] = s[i] = __VERIFIER_nondet_char();
  copy[5] = s[5] = 0;
  reverse(s);
  reverse(s);
  assert(strcmp(s, copy) == 0);
  return 0;
}
