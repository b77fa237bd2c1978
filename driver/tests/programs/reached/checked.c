// What is checked on the way is no part of what an assertion says.
// options: --function ends --check null,access
// check: default => TRUE
// says: `n == 0 || s[n - 1] != ' '`: proved, certified
// says: no use of a null pointer in `s[n - 1] != ' '`: proved
// lacks: is never true there
#include <assert.h>
void ends(char *s)
{
  unsigned long n = 0;
  while (s[n] != '\0' && s[n] != ' ')
    n++;
  assert(n == 0 || s[n - 1] != ' ');
}
