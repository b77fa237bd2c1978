// The compiled program is seen to leave the array.
// options: --check bounds
// check: default => FALSE
// says: replayed
// says: FALSE(valid-deref)
extern int __VERIFIER_nondet_int(void);
int a[10];
int main(void)
{
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i <= 10) a[i] = 1;
  return 0;
}
