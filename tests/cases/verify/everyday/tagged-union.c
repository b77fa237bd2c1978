// Of a tagged union, the length of a number is not that of a text.
// check: default => FALSE
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
enum kind { INT, STR };
struct value { enum kind kind; union { int i; const char *s; } u; };
static int length(const struct value *v) {
  switch (v->kind) {
  case INT: return 4;
  case STR: return (int)strlen(v->u.s);
  }
  return -1;
}
int main(void) {
  struct value v;
  v.kind = __VERIFIER_nondet_int() ? INT : STR;
  v.u.s = v.kind == STR ? "hello" : "x";
  int n = length(&v);
  assert(n == 5);
  return 0;
}
