// Spaces before the equals sign become part of the key.
// check: default => FALSE
#include <assert.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);

static int parse(char *line, char **key, char **value) {
  char *equals = strchr(line, '=');
  if (!equals)
    return -1;
  *equals = 0;
  *key = line;
  *value = equals + 1;
  while (**key == ' ')
    (*key)++;
  while (**value == ' ')
    (*value)++;
  return 0;
}
int main(void) {
  char line[6], *key, *value;
  for (int i = 0; i < 5; i++)
    line[i] = " =kv"[__VERIFIER_nondet_uchar() & 3];
  line[5] = 0;
  if (parse(line, &key, &value) == 0) {
    size_t n = strlen(key);
    assert(n == 0 || (key[0] != ' ' && key[n - 1] != ' '));
  }
  return 0;
}
