// A function that takes a `long` is called as one that takes an `int`: half of it may be anything.
// check: default => UNKNOWN

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int f(long a) { return a < 0; }

int main(void)
{
  int (*p)(int) = (int (*)(int))f;
  if (__VERIFIER_nondet_int() == 123456789 && !p(-3)) reach_error();
  return 0;
}
