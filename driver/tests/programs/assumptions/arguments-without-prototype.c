// Without a prototype, arguments that fit all the same.
// check: default => TRUE
// options: -DNEGATED
// check: default => FALSE

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int f(c, p, x) char c; int *p; float x; { return c == 'a' && p == 0; }

int main(void)
{
  int n = f('a', 0, 1.0f);
#ifdef NEGATED
  if (__VERIFIER_nondet_int() == 123456789 && n) reach_error();
#else
  if (__VERIFIER_nondet_int() == 123456789 && !n) reach_error();
#endif
  return 0;
}
