// What `__builtin_unreachable` says is believed, and named.
// check: default => TRUE
// if: `__builtin_unreachable()` is never reached
// options: -DNEGATED
// check: default => FALSE

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
  int x = __VERIFIER_nondet_int();
  if (x == 123456789) __builtin_unreachable();
#ifdef NEGATED
  if (x == 987654321) reach_error();
#else
  if (x == 123456789) reach_error();
#endif
  return 0;
}
