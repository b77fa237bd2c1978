// Memory of no size is null, or not.
// check: default => UNKNOWN

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);

int main(void)
{
  char *p = malloc(4);
  if (__VERIFIER_nondet_int() == 123456789 && !realloc(p, 0)) reach_error();
  return 0;
}
