extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = 0, s = 0;
  while (s < 3) {
    if (__VERIFIER_nondet_int() == s + 3) s = s + 1; else s = 0;
    n = n + 1;
  }
  if (n > 2) reach_error();
  return 0;
}
