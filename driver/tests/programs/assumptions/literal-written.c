// A write to a string literal.
// check: default => TRUE
// if: every access through a pointer or an index stays in its object
// if: nothing writes to string literals and constant objects

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void)
{
  char *p = "abc";
  if (__VERIFIER_nondet_int() == 123456789) {
    *p = 'x';
    if (*p != 'x') reach_error();
  }
  return 0;
}
