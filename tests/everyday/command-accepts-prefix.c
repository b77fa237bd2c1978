// A command is compared only as far as the input goes.
// check: default => FALSE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);

enum command { NONE, GET, PUT };
static enum command parse(const char *word) {
  size_t n = strlen(word);
  if (strncmp(word, "get", n) == 0)
    return GET;
  if (strncmp(word, "put", n) == 0)
    return PUT;
  return NONE;
}
int main(void) {
  char word[4];
  for (int i = 0; i < 3; i++)
    word[i] = __VERIFIER_nondet_char();
  word[3] = 0;
  if (parse(word) == GET)
    assert(strcmp(word, "get") == 0);
  return 0;
}
