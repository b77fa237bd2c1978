/* Names and values of any short text have neither spaces nor comments where they should not be. */
#include "ini.h"

#include <assert.h>
#include <string.h>

char __VERIFIER_nondet_char(void);

#define LENGTH 4

static int entries;

static int check(void *user, const char *section, const char *name, const char *value) {
  size_t n = strlen(name), v = strlen(value);
  assert(user == &entries && section != NULL);
  assert(n > 0 && name[0] != ' ' && name[n - 1] != ' ');
  assert(v == 0 || (value[0] != ' ' && value[v - 1] != ' '));
  assert(strchr(value, ';') == NULL && strchr(value, '#') == NULL);
  entries++;
  return 0;
}

int main(void) {
  char text[LENGTH + 1];
  for (int i = 0; i < LENGTH; i++)
    text[i] = __VERIFIER_nondet_char();
  text[LENGTH] = 0;
  assert(ini_parse(text, check, &entries) >= 0);
  assert(entries <= 2);
  return 0;
}
