// Functions and their names in tables, in the order of an enumeration.
// check: default => TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int min(int a, int b) { return a < b ? a : b; }
enum op { ADD, SUB, MIN, OPS };
static int (*const ops[OPS])(int, int) = { [SUB] = sub, [ADD] = add, [MIN] = min };
static const char *const names[OPS] = { "add", "sub", "min" };
int main(void) {
  unsigned char o = __VERIFIER_nondet_uchar();
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (o >= OPS || a < 0 || a > 1000 || b < 0 || b > 1000) return 0;
  int r = ops[o](a, b);
  assert(r <= 2000 && r >= -1000);
  if (names[o][0] == 'm') assert(r <= a && r <= b);
  return 0;
}
