// A function that asserts what it is given is an assertion where it is called.
// check: default => FALSE
// says: `y > x`: proved
// says: `y < 9`: refuted
// says: assertion `y < 9` fails (wrapper.c:18, in main)$
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
void __VERIFIER_assert(int cond) {
  if (!cond) { reach_error(); abort(); }
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 9) return 0;
  int y = x + 1;
  __VERIFIER_assert(y > x);
  // The larger ones are not.
  __VERIFIER_assert(y < 9);
  return 0;
}
