// A result that nobody uses, and one that is always there.
// check: default => TRUE
// options: -DNEGATED
// check: default => FALSE

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);

static int f(int x)
{
  if (x != 123456789) return 1;
}

static int g(int x)
{
  if (x != 5) return 1;
  abort();
}

int main(void)
{
  int x = __VERIFIER_nondet_int(), r = g(x);
  f(x);
#ifdef NEGATED
  if (r == 1) reach_error();
#else
  if (r != 1) reach_error();
#endif
  return 0;
}
