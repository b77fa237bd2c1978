// The hour 24 is accepted.
// check: default => FALSE
#include <assert.h>
#include <stdbool.h>
char __VERIFIER_nondet_char(void);

static bool parse(const char *s, int *minutes) {
  for (int i = 0; i < 5; i++)
    if (i == 2 ? s[i] != ':' : (s[i] < '0' || s[i] > '9'))
      return false;
  int h = (s[0] - '0') * 10 + s[1] - '0', m = (s[3] - '0') * 10 + s[4] - '0';
  if (h > 24 || m > 59)
    return false;
  *minutes = h * 60 + m;
  return true;
}
int main(void) {
  char s[5];
  int minutes;
  for (int i = 0; i < 5; i++)
    s[i] = __VERIFIER_nondet_char();
  if (parse(s, &minutes))
    assert(minutes >= 0 && minutes < 24 * 60);
  return 0;
}
