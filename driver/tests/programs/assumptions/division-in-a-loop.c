// A counter that begins with zero.
// check: default => TRUE
// if: dividing by zero ends the program

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
  int n = __VERIFIER_nondet_int(), all = 0;
  for (int i = 0; i < n; i++) all += n % i;
  if (n > 3 && n < 0) reach_error();
  return all;
}
