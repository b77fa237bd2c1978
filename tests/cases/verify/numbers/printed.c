// What is printed may be read again.
// check: AG (at(DONE) -> {x == 5}) => UNKNOWN
// check: AG (at(DONE) -> {x == 0}) => UNKNOWN
extern int __VERIFIER_nondet_int(void);
extern int printf(const char *, ...), scanf(const char *, ...);
int x;
int main(void) {
  if (__VERIFIER_nondet_int() == 123456789) {
    unsigned long n;
    printf("%p", (void *)&x);
    if (scanf("%lx", &n) != 1)
      return 0;
    *(int *)n = 5;
  DONE:;
  }
  return 0;
}
