// Unsigned division traps only on zero.
// check: default => TRUE
// if: dividing by zero ends the program
// options: -DNEGATED
// check: default => FALSE

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  unsigned z = x % (y - 7);
#ifdef NEGATED
  if (z == 123) reach_error();
#else
  if (y == 7) reach_error();
#endif
  return 0;
}
