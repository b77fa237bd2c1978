// Without a prototype, an `int` is passed where a `long` is expected: half of it may be anything.
// check: default => UNKNOWN

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int f();
static int g(int x) { return f(x); }
int f(long a) { return a < 0; }

int main(void)
{
  if (__VERIFIER_nondet_int() == 123456789 && !g(-1)) reach_error();
  return 0;
}
