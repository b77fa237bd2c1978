// Calls through pointers of types that differ where it does not matter.
// check: default => TRUE
// options: -DNEGATED
// check: default => FALSE

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int f(char *p, unsigned n) { return p == 0 && n == 7; }

int main(void)
{
  int (*p)(void *, int) = (int (*)(void *, int))f;
  int x = __VERIFIER_nondet_int();
#ifdef NEGATED
  if (p(0, x)) reach_error();
#else
  if (p(0, x) && x != 7) reach_error();
#endif
  return 0;
}
