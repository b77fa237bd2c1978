// A result that a function does not return may be anything, or nothing at all.
// check: default => TRUE
// if: the result that `f()` does not return is some value

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static int f(int x)
{
  if (x != 123456789) return 1;
}

int main(void)
{
  int x = __VERIFIER_nondet_int(), r = f(x);
  if (r != 1 && x != 123456789) reach_error();
  return 0;
}
