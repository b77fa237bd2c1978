// A function without a body: a model of it helps.
// check: default => UNKNOWN
// says:     missing-body.c:8: what `a = get()` gives: external-function, `get` has no body$
// says:   to try: the file that defines `get`, or a model of it (--model FILE.c, with a body), or --extern nondet, if it can return anything$
#include <assert.h>
int get(void);
int main(void) {
  int a = get();
  assert(a > 0);
  return 0;
}
