// A `switch` with all cases, of which the default says so.
// check: default => TRUE
// options: -DNEGATED
// check: default => FALSE

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
  int x = __VERIFIER_nondet_int(), r;
  switch (x & 3) {
  case 0: r = 5; break;
  case 1: r = 6; break;
  case 2: r = 7; break;
  case 3: r = 8; break;
  default: __builtin_unreachable();
  }
#ifdef NEGATED
  if (r == 7) reach_error();
#else
  if (r < 5 || r > 8) reach_error();
#endif
  return 0;
}
