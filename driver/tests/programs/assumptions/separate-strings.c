// Strings in objects of their own do not overlap.
// check: default => TRUE
// if: every access through a pointer or an index stays in its object
// options: -DNEGATED
// check: default => FALSE

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
extern char *strncpy(char *, const char *, unsigned long);

int main(void)
{
  char text[8] = "abc", other[8];
  strncpy(other, text, 2);
#ifdef NEGATED
  if (other[0] == 'a') reach_error();
#else
  if (other[0] != 'a') reach_error();
#endif
  return 0;
}
