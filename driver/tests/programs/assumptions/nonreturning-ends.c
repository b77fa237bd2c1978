// A function that is declared not to return, and does not.
// check: default => TRUE
// options: -DNEGATED
// check: default => FALSE

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);

__attribute__((noreturn)) static void f(int x)
{
  while (x) ;
  abort();
}

int main(void)
{
  int x = __VERIFIER_nondet_int();
  if (x == 3) f(x);
#ifdef NEGATED
  if (x != 3) reach_error();
#else
  if (x == 3) reach_error();
#endif
  return 0;
}
