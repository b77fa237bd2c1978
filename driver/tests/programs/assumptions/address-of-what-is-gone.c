// Compilers return null instead of the address of a local.
// check: default => UNKNOWN

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int *f(void)
{
  int x = 5;
  return &x;
}

int main(void)
{
  if (__VERIFIER_nondet_int() == 123456789 && !f()) reach_error();
  return 0;
}
