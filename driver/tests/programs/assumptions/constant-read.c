// Constant objects that are initialised and read, and an array that a literal initialises.
// check: default => TRUE
// options: -DNEGATED
// check: default => FALSE

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

const int limit = 3;

int main(void)
{
  const int x = __VERIFIER_nondet_int();
  const int *p = &x;
  char text[] = "abc";
  text[0] = 'x';
#ifdef NEGATED
  if (x == limit) reach_error();
#else
  if (text[0] != 'x' || limit != 3) reach_error();
#endif
  return p == 0;
}
