// A star matches everything; a pattern without stars only itself.
// check: default => TRUE
#include <assert.h>
#include <stdbool.h>
#include <string.h>
_Bool __VERIFIER_nondet_bool(void);

static bool match(const char *p, const char *s) {
  const char *star = NULL, *resume = NULL;
  while (*s) {
    if (*p == '*') {
      star = p++;
      resume = s;
    } else if (*p == *s) {
      p++;
      s++;
    } else if (star) {
      p = star + 1;
      s = ++resume;
    } else
      return false;
  }
  while (*p == '*')
    p++;
  return !*p;
}
int main(void) {
  char s[4];
  for (int i = 0; i < 3; i++)
    s[i] = __VERIFIER_nondet_bool() ? 'a' : 'b';
  s[3] = 0;
  assert(match("*", s));
  assert(match("a*", s) == (s[0] == 'a'));
  assert(match("*b", s) == (s[2] == 'b'));
  assert(match("aba", s) == (strcmp(s, "aba") == 0));
  return 0;
}
