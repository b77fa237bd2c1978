// The divisor is tested for zero, not for -1.
// check: default => TRUE
// if: dividing the smallest number by -1 ends the program

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = 0;
  if (y) z = x / y;
  if (y == -1 && x == -2147483647 - 1) reach_error();
  return z != z;
}
