// The steps of a library function that an assertion calls are no part of what the assertion says, and one whose
// first part is always true is decided on.
// check: default => TRUE
// says: library.c:17  `strcmp(a, b) == 0`: proved, certified$
// says: library.c:18  `strcmp(c, "abd") < 0 || x == 3`: proved, certified$
// says: library.c:19  `x <= 10 || x > 9 || x == 12345678 || x == 87654321`: proved, certified$
// lacks: never
// lacks: unreachable
#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char a[3] = {__VERIFIER_nondet_char(), 'x', 0}, b[3], c[4] = "abc";
  int x = __VERIFIER_nondet_int();
  strcpy(b, a);
  assert(strcmp(a, b) == 0);
  assert(strcmp(c, "abd") < 0 || x == 3);
  assert(x <= 10 || x > 9 || x == 12345678 || x == 87654321);
  return 0;
}
