// What was found is there, and nothing earlier is.
// check: default => TRUE
#include <assert.h>
#include <string.h>
_Bool __VERIFIER_nondet_bool(void);

static const char *find(const char *text, const char *word) {
  size_t n = strlen(word);
  for (; *text; text++)
    if (strncmp(text, word, n) == 0)
      return text;
  return NULL;
}
int main(void) {
  char text[6];
  for (int i = 0; i < 5; i++)
    text[i] = __VERIFIER_nondet_bool() ? 'a' : 'b';
  text[5] = 0;
  const char *place = find(text, "ab");
  if (place) {
    assert(place[0] == 'a' && place[1] == 'b');
    for (const char *p = text; p < place; p++)
      assert(p[0] != 'a' || p[1] != 'b');
  } else
    for (int i = 0; i < 4; i++)
      assert(text[i] != 'a' || text[i + 1] != 'b');
  return 0;
}
