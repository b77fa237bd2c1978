// A shift into the sign.
// options: --check shift
// check: default => FALSE
// says: replayed
extern int __VERIFIER_nondet_int(void);
int main(void)
{
  int a = __VERIFIER_nondet_int();
  return a >= 0 && a < 32 ? 1 << a : 0;
}
