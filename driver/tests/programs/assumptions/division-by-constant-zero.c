// What follows a division by zero is not reached, if machines trap there.
// check: default => TRUE
// if: dividing by zero ends the program

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
  if (__VERIFIER_nondet_int() == 123456789) {
    int z = 1 / 0;
    reach_error();
  }
  return 0;
}
