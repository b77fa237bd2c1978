// Parts of expressions that write what others use: what a verdict rests on, and what is harmless.
extern int __VERIFIER_nondet_int(void);
static int count, other;
static int next(void) { return ++count; }
static int look(void) { return other; }
static int both(int a, int b) { return a - b; }
int main(void) {
  int harmless = both(look(), next()) + both(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
  int open = both(next(), next());
  open = count + next();
  return harmless + open;
}
