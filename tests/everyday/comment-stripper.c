// A star before the slash hides the end of a comment.
// check: default => FALSE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static const char alphabet[] = "/*a";

/* How deep in comments the text ends: 0 or 1. */
static int in_comment(const char *s) {
  int inside = 0;
  for (; *s; s++) {
    if (!inside && s[0] == '/' && s[1] == '*') {
      inside = 1;
      s++;
    } else if (inside && s[0] == '*') {
      s++;
      if (*s == '/')
        inside = 0;
      if (!*s)
        break;
    }
  }
  return inside;
}
int main(void) {
  char text[8];
  for (int i = 0; i < 5; i++)
    text[i] = alphabet[__VERIFIER_nondet_uint() % 3];
  text[5] = '*';
  text[6] = '/';
  text[7] = 0;
  assert(!in_comment(text));
  return 0;
}
