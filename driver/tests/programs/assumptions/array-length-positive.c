// An array of variable length that is one.
// check: default => TRUE
// options: -DNEGATED
// check: default => FALSE

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
  int n = __VERIFIER_nondet_int();
  if (n > 0 && n < 100) {
    int a[n];
#ifdef NEGATED
    if (sizeof a == 12) reach_error();
#else
    if (sizeof a < 4) reach_error();
#endif
  }
  return 0;
}
