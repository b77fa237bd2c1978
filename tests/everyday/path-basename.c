// A path that ends with a slash has an empty last part.
// check: default => FALSE
#include <assert.h>
#include <string.h>
_Bool __VERIFIER_nondet_bool(void);

static const char *basename_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}
int main(void) {
  char path[5];
  for (int i = 0; i < 4; i++)
    path[i] = __VERIFIER_nondet_bool() ? '/' : 'p';
  path[4] = 0;
  int letters = 0;
  for (int i = 0; i < 4; i++)
    letters += path[i] == 'p';
  if (letters > 0)
    assert(basename_of(path)[0] == 'p');
  return 0;
}
