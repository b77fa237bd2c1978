// After a partial match, the search goes on behind it.
// check: default => FALSE
#include <assert.h>
#include <string.h>
_Bool __VERIFIER_nondet_bool(void);

static int find(const char *text, const char *word) {
  int matched = 0;
  for (int i = 0; text[i]; i++) {
    if (text[i] == word[matched]) {
      matched++;
      if (!word[matched])
        return i - matched + 1;
    } else
      matched = 0;
  }
  return -1;
}
int main(void) {
  char text[6];
  for (int i = 0; i < 5; i++)
    text[i] = __VERIFIER_nondet_bool() ? 'a' : 'b';
  text[5] = 0;
  int place = find(text, "aab");
  const char *there = strstr(text, "aab");
  assert(place == (there ? (int)(there - text) : -1));
  return 0;
}
