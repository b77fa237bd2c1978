// A line with n commas has n + 1 fields, which end where commas are.
// check: default => TRUE
#include <assert.h>
_Bool __VERIFIER_nondet_bool(void);

#define MOST 6
static int split(char *line, char **fields) {
  int n = 0;
  fields[n++] = line;
  for (char *p = line; *p; p++)
    if (*p == ',') {
      *p = 0;
      fields[n++] = p + 1;
    }
  return n;
}
int main(void) {
  char line[MOST];
  char *fields[MOST];
  int commas = 0;
  for (int i = 0; i < MOST - 1; i++) {
    line[i] = __VERIFIER_nondet_bool() ? ',' : 'x';
    commas += line[i] == ',';
  }
  line[MOST - 1] = 0;
  int n = split(line, fields);
  assert(n == commas + 1);
  for (int i = 1; i < n; i++)
    assert(fields[i][-1] == 0 && fields[i] > fields[i - 1]);
  return 0;
}
