// The compiled program is seen to overflow; what is asked for is in SV-COMP's words.
// options: --check overflow
// check: default => FALSE
// says: replayed
// says: FALSE(no-overflow)
// options: --check div
// check: default => TRUE
// says: TRUE
extern int __VERIFIER_nondet_int(void);
int main(void)
{
  int a = __VERIFIER_nondet_int();
  if (a < 1000) return 0;
  return a * 3;
}
