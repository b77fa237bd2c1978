// A function that is declared not to return, and returns.
// check: default => TRUE
// if: `f`, which is declared not to return, may return

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void abort(void);

__attribute__((noreturn)) static void f(int x)
{
  if (x == 123456789) return;
  abort();
}

int main(void)
{
  int x = __VERIFIER_nondet_int();
  f(x);
  if (x != 123456789) reach_error();
  return 0;
}
