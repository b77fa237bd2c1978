// An array of variable length that may be none.
// check: default => TRUE
// if: the length of `a` is positive

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
  int n = __VERIFIER_nondet_int();
  if (n != 123456789) {
    char a[n];
    if (sizeof a != n) reach_error();
  }
  return 0;
}
