// Callbacks get a context, through a pointer without a type.
// check: default => TRUE
#include <assert.h>
#include <stddef.h>
signed char __VERIFIER_nondet_schar(void);
typedef int (*visit)(void *ctx, int value);
static int each(const int *a, size_t n, visit f, void *ctx) {
  for (size_t i = 0; i < n; i++) { int r = f(ctx, a[i]); if (r) return r; }
  return 0;
}
struct stat { int min, max, n; };
static int update(void *ctx, int v) {
  struct stat *s = ctx;
  if (s->n == 0 || v < s->min) s->min = v;
  if (s->n == 0 || v > s->max) s->max = v;
  s->n++;
  return 0;
}
static int find(void *ctx, int v) { return *(int *)ctx == v; }
int main(void) {
  int a[4];
  for (int i = 0; i < 4; i++) a[i] = __VERIFIER_nondet_schar();
  struct stat s = {0};
  each(a, 4, update, &s);
  assert(s.n == 4 && s.min <= s.max);
  assert(each(a, 4, find, &s.min) && each(a, 4, find, &s.max));
  return 0;
}
