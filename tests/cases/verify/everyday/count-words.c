// Words are counted by their beginnings and by their ends.
// check: default => TRUE
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

static int words(const char *s) {
  int count = 0, inside = 0;
  for (; *s; s++) {
    if (*s == ' ')
      inside = 0;
    else if (!inside) {
      inside = 1;
      count++;
    }
  }
  return count;
}
static int ends(const char *s) {
  int count = 0;
  for (; *s; s++)
    if (*s != ' ' && (s[1] == ' ' || s[1] == 0))
      count++;
  return count;
}
int main(void) {
  char s[6];
  for (int i = 0; i < 5; i++)
    s[i] = __VERIFIER_nondet_bool() ? ' ' : 'w';
  s[5] = 0;
  assert(words(s) == ends(s));
  assert(words(s) <= 3);
  return 0;
}
