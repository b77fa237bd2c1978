// A function that returns an `int` is called as one that returns a `long`.
// check: default => UNKNOWN

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int f(void) { return -1; }

int main(void)
{
  long (*p)(void) = (long (*)(void))f;
  if (__VERIFIER_nondet_int() == 123456789 && p() != -1) reach_error();
  return 0;
}
