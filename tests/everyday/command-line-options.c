// Options are read from a command line of three words.
// check: default => TRUE
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

struct options { int verbose, level; const char *file; };

static const char *words[] = {"-v", "-l3", "input", "-q"};

static int parse(struct options *o, int count, const char *const *argument) {
  for (int i = 0; i < count; i++) {
    const char *a = argument[i];
    if (strcmp(a, "-v") == 0)
      o->verbose = 1;
    else if (strncmp(a, "-l", 2) == 0 && a[2] >= '0' && a[2] <= '9')
      o->level = a[2] - '0';
    else if (a[0] != '-')
      o->file = a;
    else
      return -1;
  }
  return 0;
}
int main(void) {
  const char *arguments[3];
  for (int i = 0; i < 3; i++)
    arguments[i] = words[__VERIFIER_nondet_int() & 3];
  struct options o = {0, 0, NULL};
  if (parse(&o, 3, arguments) == 0) {
    assert(o.level == 0 || o.level == 3);
    assert(o.file == NULL || o.file[0] == 'i');
    for (int i = 0; i < 3; i++)
      assert(strcmp(arguments[i], "-q") != 0);
  }
  return 0;
}
