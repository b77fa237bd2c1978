// A division that is checked is not assumed to end the program.
// options: --check div
// check: default => FALSE
// says: replayed
// says: FALSE(def-behavior)
extern int __VERIFIER_nondet_int(void);
int main(void)
{
  int a = __VERIFIER_nondet_int();
  return 100 / (a - 17);
}
