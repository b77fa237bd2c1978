// Behind a division its divisor is not zero, if machines trap there.
// check: default => TRUE
// if: dividing by zero ends the program
// if: dividing the smallest number by -1 ends the program
// options: -DNEGATED
// check: default => FALSE

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int z = x / y;
#ifdef NEGATED
  if (z == 5) reach_error();
#else
  if (y == 0) reach_error();
#endif
  return 0;
}
