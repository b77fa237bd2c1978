// A matrix with a determinant of zero is taken for invertible only if rows are equal.
// check: default => FALSE
#include <assert.h>
#include <stdbool.h>
char __VERIFIER_nondet_char(void);

struct matrix {
  signed char a, b, c, d;
};
static bool singular(const struct matrix *m) {
  return (m->a == 0 && m->b == 0) || (m->c == 0 && m->d == 0) || (m->a == m->c && m->b == m->d);
}
int main(void) {
  struct matrix m = {(signed char)__VERIFIER_nondet_char(), (signed char)__VERIFIER_nondet_char(), (signed char)__VERIFIER_nondet_char(),
                     (signed char)__VERIFIER_nondet_char()};
  if (!singular(&m))
    assert(m.a * m.d - m.b * m.c != 0);
  return 0;
}
